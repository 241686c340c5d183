// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char layer_norm_mistakes[] = R"~(
right layer_norm
 0.7231262170701651 -2.1398818716551227 -0.2209310703053382 0.6952890232631532 -2.782547898292739 -1
 -1 1 1 0 0 0 0
right layer_norm_backward
 0.3363433020256497 -0.7434043106813288 -0.8736329807082737 1.6299150494822643 -0.34922106011831167
 0.7404708798727887 0.32344744477959725 1.1625799666134584 0.26852240698683577 1.8247318111150868
 1.4 -0.6 0.9 2.2 -1.3 1.9857647594921496e-17 -1.805240690447409e-18 1.2636684833131862e-17
 -3.0689091737605954e-17
the variance divides by the number of elements, not by one less
  (number - mean) / size; => (number - mean) / (size - 1);
= bWHujzsSpYML4ZsUVEUVESVQSVQ..../WuGUJ0-5Rhf0HZ8HqycAmK9AXxjoGY.........
& 0,1,N3EOk 1,1,vcFga 1,2,xVxuo 1,3,QR_VI 1,4,GIjlf 1,5,_YLDf 1,6,-z0qy 1,7,zDM1f 1,8,7rVk0 1,9,ukC9q 1,10,L1vvc 0,11,8iRV5 1,11,HeOfY 1,12,8NDcd 0,13,2JRam 1,14,E6R-Q 0,15,eWje3 1,15,cCZH1 1,16,L5G4P 1,17,3r-NR 1,18,J7vbW 1,19,ucMP9 1,20,kWwbG 1,21,kxZ9e
epsilon belongs inside the root: sqrt(variance + epsilon)
  {x, std::sqrt(variance + epsilon)}; => {x, std::sqrt(variance) + epsilon};
= 6D7VqNh9ExuR4gO......../DQJYrjH0UAROPdZixy-cKW5TZfXDSA.........
& 1,2,ff1em 1,3,UbxRf 1,4,L2Jh7 1,5,miRUx 1,6,oXaPo 1,7,m36Z3 1,9,2qMZ_ 1,10,IIV23 0,11,nQ_ri 1,11,xZtm2 1,12,SJrGk 0,13,4JSRr 1,14,XSH5Z 0,15,skB7_ 1,15,SG0IS 1,16,UIcN3 1,17,QBBeu 1,18,dhyyD 1,19,yvbgn 1,20,zTk66 1,21,cDFpj
the mean depends on each x as well: subtract the mean of dn
  mean_dn = 0, mean_dn_n => mean_dn_n
  mean_dn += dn[i] / size; =>
  mean_dn - n => n
= /pv5r6sXZ2q2fs6L..........6Gx6Gx6Gx6Gx
& 1,5,5Gix5 1,6,IroYV 1,8,HVnVd 1,9,6bi60 1,11,4sIN3 1,12,e5ZGZ 1,14,Y-i8s 1,15,YG9XT 1,16,lf8x_ 1,17,0i_3p 1,18,z_k6e 1,19,VG4QM 1,20,dKMlk 1,21,qpymz
the root depends on each x as well: subtract n * mean(dn * n)
  0, mean_dn_n = 0; => 0;
  mean_dn_n += dn[i] * n[i] / size; =>
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn) / root;
= /GQU9OyNtAponJCA..............
& 1,5,PUqVP 1,6,QPytt 1,8,fp-lt 1,9,ihixL 1,11,ZLbP- 1,14,UTE6L 1,15,cLLZa 1,16,W8LPj 1,17,9cZg_ 1,19,jUV-S 1,20,Mw5ZF 1,21,6Yx-x
mean and root are not constants: each x goes into both, and so into each y
  (x, epsilon); const double size = static_cast<double>(x.size()); => (x, epsilon);
  double mean_dn = 0, mean_dn_n = 0; =>
  mean_dn += dn[i] / size; mean_dn_n += dn[i] * n[i] / size; =>
  (dn[i] - mean_dn - n[i] * mean_dn_n) => dn[i]
= /tIYg5w9UP6vmqAG..........6Gx6Gx6Gx6Gx
& 1,5,7u3RA 1,6,qbNkd 1,8,jcDzV 1,11,pdlkt 1,14,owQw6 1,15,Fv2AE 1,16,pqKBs 1,17,8AqDz 1,19,p9hkz 1,20,-Rnqh
the gradient passes the gain on its way to x: dn = gradient * gain
  gradient[i] * gain[i]; => gradient[i];
= /rIqeVROsY-P6B2j..............
& 1,6,SJa6Q 1,7,isUmq 1,8,wmw1G 1,10,HASFm 1,11,e7Wek 1,12,UUfrV 1,14,bhBzI 1,15,NjSoX 1,16,tuoGW 1,17,1yFT1 1,18,3vx4X 1,19,YRSpU 1,21,L8zmy
the gain multiplied n, not x: its gradient is gradient * n
  gradient[i] * n[i]; => gradient[i] * x[i];
= /.....znR9_vOgHPk_0Os.........
& 1,7,HjbJj 1,8,y1mOA 1,9,d6ouC 1,10,enAyE 1,11,PzNLX 1,12,IqKeO 1,14,3SYyE 1,15,rGuXJ 1,16,m9GBc 1,17,Ewns0 1,18,FaIuI 1,19,0ujAX 1,20,m3qjS 1,21,bhBrJ
the gradient of x is divided by the root, as x was
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root => dn[i] - mean_dn - n[i] * mean_dn_n
= /1HGt89Xuc7dbWAl..............
& 1,8,MuPvz 1,9,GaBw4 1,11,gzYgX 1,15,qiCJQ 1,16,d22eZ 1,17,h_K1v 1,19,9_XH- 1,20,uUkhn 1,21,sqn3V
the root of the backward has the epsilon of the forward in it
  (x, epsilon); => (x, 0);
= /3XBQ9ezHgEDD_aDkRaHEW0YTg_tGkq.........
& 1,9,7FB1Z 1,10,XiP8b 1,11,KMxTs 1,12,sTTmg 1,14,uR3kD 1,15,lsjwL 1,16,6iQ9W 1,17,c_U7E 1,18,8ZddO 1,20,RMY-O 1,21,BNruO
the gain belongs into dn, before the means are taken: yours comes at the end
  gradient[i] * gain[i]; => gradient[i];
  ++i) { result.x[i] = (dn[i] - mean_dn - n[i] => ++i) { result.x[i] = gain[i] * (dn[i] - mean_dn - n[i]
= /4VsZxjIaIBnwQ6C..............
& 1,10,hsF2u 1,11,fnwQg 1,12,rGARc 1,14,80-mQ 1,15,Tp0dH 1,16,2bDn5 1,17,uPuTh 1,18,pMSN1 1,19,xm7_u 1,21,HVbDK
n * mean(dn * n) is subtracted, not added
  mean_dn - n => mean_dn + n
= /pyRKP0PKcWfc6NY..............
& 1,11,rq9H3 1,12,qhRO- 1,14,hFq1W 1,15,Pz88Q 1,16,iUNBs 1,17,ZEVlX 1,18,tnkWP 1,19,f2QY8 1,20,uoO6t 1,21,DhlVk
the variance is the mean of (x - mean)^2: the mean is not subtracted there
  (number - mean) * (number - mean) => number * number
= vdAv08cz90VFlqzRlSRlSBjMBjM..../aBBma8XUVEpCSGvjUF8cEXBIpCwXSq.........
& 1,12,b9FZn 0,13,5phh2 1,14,xbCGW 1,16,Q8WS9 1,17,yWZCJ 1,18,ifMrg 1,19,q50Oz 1,20,FzMq5 1,21,E98tT
the last term is n times the mean of dn * n: yours has x in place of n
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root => (dn[i] - mean_dn - x[i] * mean_dn_n) / root
= /0Brx3chxnei6W88..............
& 1,14,HbZzk 1,15,Nys1x 1,16,aaHmP 1,17,czzW7 1,18,KsnuM 1,19,SOX_s 1,20,ZFDjc 1,21,WwfKf
the bias is added after the gain: yours is multiplied by it
  y[i] + bias[i]; => (y[i] + bias[i]);
= V80IMiD3f2ww3bh......../
& 0,15,bGxNo
the gradient of x is divided by the root once: yours is divided twice
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * mean_dn_n) / (root * root);
= /fcxyPc6aBtHX5jB..............
& 1,15,EKDYC 1,16,5Aas3 1,17,X6aNf 1,18,FUEfs 1,19,O14uy 1,20,VQRsi 1,21,BnXun
the variance is the mean of squares: yours is that of absolute values
  (double number : x) variance += (number - mean) * (number - mean) / size; => (double number : x) variance += std::abs(number - mean) / size;
= _BHvtV-Bc-daVP-hpuhpuH2gH2g..../UbUF5aZYMT-DXnMpBUBgBX2AlIValO.........
& 1,16,ATStE 1,17,gw50u 1,18,vEuFh 1,19,8RNQP 1,20,x-AqZ 1,21,Qs-eZ
each element has a bias of its own: its gradient is no sum
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * mean_dn_n) / root; result.bias[i] = 0; for (double g : gradient) result.bias[i] += g;
= /..........N9LN9LN9LN9LN9L....
& 1,17,8JssA 1,18,oKC9T 1,19,xvv5D 1,20,op197 1,21,i4ZkH
the gradient of the gain is gradient * n: yours is divided by the root once more
  gradient[i] * n[i]; => gradient[i] * n[i] / root;
= /.....RTz_ae3WcnvZVPM.........
& 1,18,T7D7e 1,19,owafU 1,20,vylCe 1,21,OsnKy
the last term has the mean of dn * n over all elements: yours has dn * n of its own element
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * dn[i] * n[i]) / root;
= /VqatEeUyhogEQ2J..........mhUGfcST8ZJ0
& 1,19,V04Ct 1,20,q98OV 1,21,izByk
the backward has the root of the forward: yours divides by the variance + epsilon, without a root
  const auto [n, root] = normalized(x, epsilon) => auto [n, root] = normalized(x, epsilon); for (double& number : n) number /= root; root *= root
= /39GDPttv8TS1zG0RTz_ae3WcnvZVPM.........
& 1,20,cp4lG 1,21,oqcrS
dn is gradient * gain: yours divides by the gain
  gradient[i] * gain[i]; => gradient[i] / gain[i];
= /rUnoc_VWtjisXa1..............
& 1,21,CSKi6
the sum of the dn leaves out its first term: the first index is 0
  gradient[i] * gain[i]; mean_dn += dn[i] / size; => gradient[i] * gain[i]; if (i > 0) mean_dn += dn[i] / size;
= /70TOLylIPKzna4i..........cvVcvVcvVcvV
~ normalized: your numbers are those of "int mean = 0, variance = 0": take double, not int = dtBBS7Qhw9YBYNsQplQplt3et3e-IP-IP-IP-IP/bKfDX3oL5NhJIq0XpAqvTfjbj3JXzc.....kpTy0Czv9m47	~ normalized: your numbers are those of "double mean = 1, variance = 0": is this the right number? = Pb7uQhvpv9WOf9r3-g3-givjivjUYYUYYUYYUYY/UzW4GaRkIl5U00CuZEnIyMeNZJQ9q6....._8HUPCMErXqw	~ normalized: your numbers are those of "double mean = 0, variance = 1": is this the right number? = V8erXaEXEYqiRD3wCRwCRGXRGXR..../By4lFp3_60pPxaMEjjPrSA8n0HK7kt.........
~ normalized: your numbers are those of "for (double number : x) mean = number / size": is this the right operator? = EEuYTRr2njPxRecqFcqFc5Fn5FnnrRnrRnrRnrR/Fpv_AcQkc_nN5wfz1dts_-GotItyK2.....wV4SeQ.Caa	~ normalized: your numbers are those of "for (double number : x) mean -= number / size": is this the right operator? = 5s56Ox-EYBBexHc60F60Futbutb4_p4_p4_p4_p/dYgVSBU3_NRGEnvs8SLkKO0AUglsMl.....k7Mg5qriY7RQ
~ normalized: your numbers are those of "for (double number : x) mean *= number / size": is this the right operator? = ZBW3t5xMS-lC5_gcTecTeZqsZqsOZuOZuOZuOZu/4kAP5HzWefAFbb5IM4shipvT1bUJbs.....cDH83ft4syiq	~ normalized: your numbers are those of "for (double number : x) mean += number * size": is this the right operator? = mJN8JB6KTf0wMOLPf8Pf8pjJpjJT4oT4oT4oT4o/BB4mkefpHqOKf5cltkxsZdR4NF8rlY.....CNOgifjEZ1gv
~ normalized: your numbers are those of "for (double number : x) mean += number + size": is this the right operator? = miUMtwVENKkAxtKcakcakwT8wT8sgTsgTsgTsgT/9FTsVQ17h9iwW8AvtEDRAN7UEl191N.....EChCP-0zCrW_	~ normalized: your numbers are those of "for (double number : x) mean += number - size": is this the right operator? = T5oUW6SM4Uk0WtINrQNrQpvrpvr0XE0XE0XE0XE/QDOvfmg_FDXhGAOLTNnXm18GkCB9Xg.....zO3NmGfYwRJK
~ normalized: your numbers are those of "for (double number : x) mean += number": something is missing = UQ3iOobQQAGshCBwCfwCfAF1AF12D52D52D52D5/esle4LXNurEtu2f0lFnhBSJra38KUa.....Z1qEPJgsDam1	~ normalized: your numbers are those of "for (double number : x) variance = (number - mean) * (number - mean) / size": is this the right operator? = dTLiNd8V0cOFi5IBipBipn9ln9l..../pxPP5ysYm7SkU5FgjT_IjQS3trremu.........
~ normalized: your numbers are those of "for (double number : x) variance -= (number - mean) * (number - mean) / size": is this the right operator? = KhBKhBKhBKhBKhBKhBKhBKhBKhB..../KhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.....KhBKhBKhBKhB	~ normalized: your numbers are those of "for (double number : x) variance *= (number - mean) * (number - mean) / size": is this the right operator? = YBWRKrL7bW-ICxOvaFvaF6K76K7..../u8MQHQoA89dSk1WtunaVLqQJpdP04t.........
~ normalized: your numbers are those of "for (double number : x) variance += (number * mean) * (number - mean) / size": is this the right operator? = wYZJ6p6-MCAzChfHJDHJDKX_KX_..../TsneQy-mIr3yXrONS7uv23HBN3uTYO.........	~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) / (number - mean) / size": is this the right operator? = AdYlpV3eTfpub3ABipBipn9ln9lKhBKhBKhBKhB/cblGmwqY-nXkKv8puZTa8Qc9b3ZMGj.........
~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) * size": is this the right operator? = cMx0C2TBEod-EZjrYPrYPdPLdPL..../4WX5Hz9zg35uMG1mA4iiiBy9KWXB2e.........	~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) + size": is this the right operator? = HQnxDDPd8NOQhe0wwqwwqW9cW9c..../1nP4QdMjLjWbJVjQorgd6CXgH11cp-.........
~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) - size": is this the right operator? = KhBKhBKhBKhBKhBvaFvaF6K76K7KhBKhBKhBKhB/KhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.........	~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean)": something is missing = EIa21qqzpP0Gm9tQplQplCghCgh..../8LbTvgWjb1zqLrliHj_lqdzFjSYCdf.........
~ normalized: your numbers are those of "x, (variance + epsilon)": something is missing = Nm4ecmBI3IYn0OWQplQplCghCgh..../39GDPttv8TS1zG0RTz_ae3WcnvZVPM.........	~ normalized: your numbers are those of "x, std::sqrt(variance - epsilon)": is this the right operator? = lYE6uAkjHf9ws0V....KhBKhBKhBKhB/9x3EArb14-jh_b9EahbUdVR3mFY-oz.........	~ normalized: your numbers are those of "x, std::sqrt(variance * epsilon)": is this the right operator? = IVPudnM5fIKx0hZvaFvaF6K76K7KhBKhBKhBKhB/Qmwoxffd5qF1IKVpXZfDkd5hC61u8w.........
~ normalized: your numbers are those of "x, std::sqrt(variance)": something is missing = nUg-1CgilLHDDYz....KhBKhBKhBKhB/3XBQ9ezHgEDD_aDkRaHEW0YTg_tGkq.........	~ normalized: your numbers are those of "for (double& number : result.n) number = (number + mean) / result.root": is this the right operator? = 1jkdVnONDM5Ov5dn9ln9lI1CI1CVUwVUwVUwVUw/xHJN35Eli9pYT3PqcG0NXXJ5uI7Z7-.....rb-52dNlGmnC	~ normalized: your numbers are those of "for (double& number : result.n) number = (number * mean) / result.root": is this the right operator? = oCX5GxGH85beclZt3et3e2Tj2Tj3wc3wc3wc3wc/aaLnzrr2fpt-tJgVDcjIYGL_yyATSN.....sjO9ECNc4y58
~ normalized: your numbers are those of "for (double& number : result.n) number = (number) / result.root": something is missing = wQgi_K2OgUKbOmYCghCghvQ9vQ9xr-xr-xr-xr-/YRcAdEg_VsEhaD2AL-Ln0HdBFdlnQG.....FLWqE_2csP5x	~ normalized: your numbers are those of "for (double& number : result.n) number = (number - mean) * result.root": is this the right operator? = YUvx2kkNc23quO7WaGWaGI1CI1C..../I_yY_kZoFPNGccOUNLIxSVh0urY6cW.........
~ normalized: your numbers are those of "for (double& number : result.n) number = (number - mean) + result.root": is this the right operator? = xvo3IOxDwBe0g50Q2XQ2XI1CI1C-IP-IP-IP-IP/tU_xzYVG0-fZkq1IYjuBKsVhhkJ-2-.....G2euIoolZ5gL	~ normalized: your numbers are those of "for (double& number : result.n) number = (number - mean) - result.root": is this the right operator? = Lvrfpw1JzY-wkcHWaGWaGQ2XQ2XcRTcRTcRTcRT/ErVTh6HgQtwq1S2UiMy_fvWDN4OKDJ.....U338hNYRbA8G
~ normalized: your numbers are those of "for (double& number : result.n) number = (number - mean)": something is missing = 8X5DJbVRW26HaysBipBipn9ln9l..../1SWYSWUkcTfq6y-X83i7Usqiid-vWs.........	~ layer_norm: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = 0DN............/	~ layer_norm: your numbers are those of "i < y.size() - 1": does the loop have the right ends? = ....Ey3......../
~ layer_norm: your numbers are those of "y[i] = gain[i] + y[i] + bias[i]": is this the right operator? = 9Z7bp_ejWS13JmDQ2XQ2Xn9ln9l-IP-IP-IP-IP/	~ layer_norm: your numbers are those of "y[i] = gain[i] / y[i] + bias[i]": is this the right operator? = t7-gzXH8pagS1uz....6K76K76K76K7/	~ layer_norm: your numbers are those of "y[i] = gain[i] - y[i] + bias[i]": is this the right operator? = 2hOpphIX6xcYF7cn9ln9lQ2XQ2X-IP-IP-IP-IP/
~ layer_norm: your numbers are those of "y[i] = gain[i]  + bias[i]": something is missing = 4PevqQRFScjqyuG-IP-IP..-IP-IP-IP-IP/	~ layer_norm: your numbers are those of "y[i] = y[i] + bias[i]": something is missing = ObylJS2Pa3r9cvD......../	~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i] - bias[i]": is this the right operator? = Ijsz4JfBSKo08BC......../	~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i] * bias[i]": is this the right operator? = J6tYzX0KQNhLHIdQ2XQ2XQ2XQ2X..../
~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i]": something is missing = 3pKwkN5NaersIjm......../	~ layer_norm: your numbers are those of "y[i] = gain[i] * bias[i]": something is missing = 9_vvoCT5E4cXxo3Q2XQ2XQ2XQ2X..../	~ layer_norm_backward: your numbers are those of "double mean_dn = 1, mean_dn_n = 0": is this the right number? = /sIXp1sGOZKK1GgW..........j_5j_5j_5j_5	~ layer_norm_backward: your numbers are those of "double mean_dn = 0, mean_dn_n = 1": is this the right number? = /WenFw9n_Ueb6Emg.........._qyCUOL7dEVG
~ layer_norm_backward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = /40GbLhFuoZgorev..........0z1WYWMCvSkW	~ layer_norm_backward: your numbers are those of "i < x.size() - 1": does the loop have the right ends? = /16o5d3orEOwtOih..........SkWGeVzO8Exf	~ layer_norm_backward: your numbers are those of "; mean_dn += dn[i] / size": something is missing = /Q2XQ2XQ2XQ2XQ2X..............
~ layer_norm_backward: your numbers are those of "dn[i] = gradient[i] + gain[i]": is this the right operator? = /WJuvD-8oP7y9bS1..............	~ layer_norm_backward: your numbers are those of "dn[i] = gradient[i] - gain[i]": is this the right operator? = /gZPoYtoAxfCKhfv..............	~ layer_norm_backward: your numbers are those of "dn[i] = gain[i]": something is missing = /CEk8jpiXcBDUirF..............
~ layer_norm_backward: your numbers are those of "mean_dn = dn[i] / size": is this the right operator? = /ZWGxsKzIwVHuT7_..........aTwaTwaTwaTw	~ layer_norm_backward: your numbers are those of "mean_dn -= dn[i] / size": is this the right operator? = /NwPtjAEn0Ib90rg..........v73v73v73v73	~ layer_norm_backward: your numbers are those of "mean_dn += dn[i] * size": is this the right operator? = /tuGnA8KOFux2rbD..........vDrvDrvDrvDr
~ layer_norm_backward: your numbers are those of "mean_dn += dn[i] + size": is this the right operator? = /lvAx0Y5e-cGlsV5..........MacMacMacMac	~ layer_norm_backward: your numbers are those of "mean_dn += dn[i] - size": is this the right operator? = /mdlvMZC3yIq_YFM..........3oN3oN3oN3oN	~ layer_norm_backward: your numbers are those of "mean_dn += dn[i]": something is missing = /gZdUdaV5GZLTWf3..........fO5fO5fO5fO5
~ layer_norm_backward: your numbers are those of "mean_dn_n = dn[i] * n[i] / size": is this the right operator? = /t4yurob4qFP3zMt..........dNxAoy-excPY	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] + n[i] / size": is this the right operator? = /_OjIhbeOJdWZJWy..........MjCek7w0ipOL	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] / n[i] / size": is this the right operator? = /UJyKmC8PC77lwbW..........SK21w6WlpPfw
~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i]  / size": something is missing = /uCV2NKU-AHeQN5A.........._qyCUOL7dEVG	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i] * size": is this the right operator? = /USeMpD2ZvkVYM2M..............	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i] + size": is this the right operator? = /D7vL4VnYKhZq6a5..........tEp1iJdl577y
~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i] - size": is this the right operator? = /eTuKVIc30e7q76V..........VsYpmUQCqYMa	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i]": something is missing = /LczJ8SosLG3BX7r..............	~ layer_norm_backward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = /Fpg....0DN.........-IP...
~ layer_norm_backward: your numbers are those of "i < x.size() - 1": does the loop have the right ends? = /....M8l....Ey3........4u9	~ layer_norm_backward: your numbers are those of "; result.gain[i] = gradient[i] * n[i]": something is missing = /FpgKVdNxKMW3M8l..........-IPI1Cn9l4u9	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] * mean_dn - n[i] * mean_dn_n) / root": is this the right operator? = /OBeWgiMEhv4ezNw..........6Gx6Gx6Gx6Gx
~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn * n[i] * mean_dn_n) / root": is this the right operator? = /ACUIkEiieKP-2Tr..........6Gx6Gx6Gx6Gx	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn  * mean_dn_n) / root": something is missing = /bK-1Bc6tzJzb-EV..........6Gx6Gx6Gx6Gx	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] + mean_dn_n) / root": is this the right operator? = /tgTcvYk0CtdXhCH.........._qyCUOL7dEVG
~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] / mean_dn_n) / root": is this the right operator? = /Wey6b9WsSrcJcjI..........V7VsOdEQByD2	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] - mean_dn_n) / root": is this the right operator? = /evsU4dq-L7hn6_Z.........._qyCUOL7dEVG	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i]) / root": something is missing = /692jzVu9hg9Vhc3.........._qyCUOL7dEVG
~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - mean_dn_n) / root": something is missing = /a80CqG-CDlGTydv..............	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] * mean_dn_n) * root": is this the right operator? = /2djMUxpMeHxGUg4..............	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] * mean_dn_n) + root": is this the right operator? = /iMHAlz_hm1F11sR..........ag1ag1ag1ag1
~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] * mean_dn_n) - root": is this the right operator? = /zXVW3wApzkp7LXA..........rYgrYgrYgrYg	~ layer_norm_backward: your numbers are those of ";": something is missing = /.....0DNK4h5MGLn0Ey3.........	~ layer_norm_backward: your numbers are those of "result.gain[i] = gradient[i] + n[i]": is this the right operator? = /.....Fd-w7wxIxCCbTYx.........
~ layer_norm_backward: your numbers are those of "result.gain[i] = gradient[i] / n[i]": is this the right operator? = /.....9ljF-KaTFq0JzvT.........	~ layer_norm_backward: your numbers are those of "result.gain[i] = gradient[i] - n[i]": is this the right operator? = /.....Y84b-JQMZuRm_Yv.........	~ layer_norm_backward: your numbers are those of "result.gain[i] = gradient[i]": something is missing = /.....vqQpLxMW3tfMwag.........
~ normalized: your numbers are those of "for (double number : x) variance += number / size": is each name the right one? = m4CeQywTZKGCjyidPLdPL7nD7nDnqjnqjnqjnqj/JYy09m9aIeSVKE5iReL0SMS0tURNKA.....gMKht-00u6wD	~ normalized: your numbers are those of "for (double number : x) mean += size / size": is each name the right one? = s5vdrChexsB4U163-g3-givjivjWugWugWugWug/RKa9S5tgfWMvKjaFJE_FLPspDLLjHo.....aB_.6tMdCS
~ normalized: your numbers are those of "for (double number : x) mean += number / mean": is each name the right one? = KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/KhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.....KhBKhBKhBKhB	~ normalized: your numbers are those of "for (double number : x) mean += (number - mean) * (number - mean) / size": is each name the right one? = ZjdhJn9h69yvRC2vaFvaFvaFvaF..../3XDtvSVGi3gkQiTYorJBraIA18S0In.....OE0yqikmkFGE
~ normalized: your numbers are those of "for (double number : x) variance += (variance - mean) * (number - mean) / size": is each name the right one? = srTHiN_0AIrzww33qp3qpV1lV1l..../-dQSKAAmv7wtmLrqq_nUKA0LvLe6Qk.........	~ normalized: your numbers are those of "for (double number : x) variance += (number - variance) * (number - mean) / size": is each name the right one? = Yh31u8tj5MjjTlU4qM4qMHoJHoJ..../UhedWk1pMKlwfUN1ufqM-cQT79Uoof.........
~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) / mean": is each name the right one? = JMlqRrDOpGoRS-ZUVEUVESVQSVQ..../PtaREzZc3dFkZwb3donmsvwXVmFmEu.........	~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) / variance": is each name the right one? = EtzqEDpmDCghP59Q2XQ2XQ2XQ2XKhBKhBKhBKhB/Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.........
~ normalized: your numbers are those of "for (double number : x) variance += (number - mean) * (number - mean) / number": is each name the right one? = KhBKhBKhBKhBKhBeiKeiKZfYZfY..../KhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.........	~ normalized: your numbers are those of "x, std::sqrt(size + epsilon)": is each name the right one? = EmlG2ZNwL3db31v......../JyQ-hMc11ne7IOB9aA7CfmQp-9qFmR.........	~ normalized: your numbers are those of "x, std::sqrt(mean + epsilon)": is each name the right one? = gxkuEUW6DVZQVd04a94a97ox7ox..../kU1WN2sWK3T-EoEwC4-iMkvroCbHMs.........
~ normalized: your numbers are those of "for (double& number : result.n) mean = (number - mean) / result.root": is each name the right one? = G7hlXMCxKUdaADP-IP-IPQIqQIqxr-xr-xr-xr-/3xSO8ZsVL4Mvlc2znR9_vOgHPk_0Os.....OiDvDr7aVU3Z	~ normalized: your numbers are those of "for (double& number : result.n) number = (size - mean) / result.root": is each name the right one? = in06rZ7Ennju4s5CghCghCghCghx38x38x38x38/hpuytsmTI3w-tW3_W_K_I-Ox3F6jqk.....GfcGfcGfcGfc
~ normalized: your numbers are those of "for (double& number : result.n) number = (mean - mean) / result.root": is each name the right one? = EtzqEDpmDCghP59Q2XQ2XQ2XQ2X..../GQU9OyNtAponJCAQ2XQ2XQ2XQ2XQ2X.........	~ normalized: your numbers are those of "for (double& number : result.n) number = (variance - mean) / result.root": is each name the right one? = UL_JYhfgXK0y5V2CghCghCghCghRFnRFnRFnRFn/y6tY8DqCcQ2LUUEOLyeMvkyn_uXPty.....GeUGeUGeUGeU
~ normalized: your numbers are those of "for (double& number : result.n) number = (number - size) / result.root": is each name the right one? = 5DSPxSdxTho8dRGcaTcaTCghCghNXvNXvNXvNXv/w5zy5DNVwqVX_fIEZQ-vABvEleSA8p.....pEy.7wsPrD	~ normalized: your numbers are those of "for (double& number : result.n) number = (number - variance) / result.root": is each name the right one? = hR1UCvIWl-ayP3xcaTcaTCghCghxr-xr-xr-xr-/0TKSHIjsWp2kgQN4Xb_GinYN__KBDF.....ATmH4-I6nNKJ
~ layer_norm: your numbers are those of "Vector y = normalized(gain, epsilon).n": is each name the right one? = cGq-Gv13G2mZewiKhBKhBKhBKhB..../	~ layer_norm: your numbers are those of "Vector y = normalized(bias, epsilon).n": is each name the right one? = nGHXPqFnlVIoVykKhBKhBKhBKhB..../	~ layer_norm: your numbers are those of "Vector y = normalized(y, epsilon).n": is each name the right one? = !lR3tV/
~ layer_norm: your numbers are those of "y[i] = x[i] * y[i] + bias[i]": is each name the right one? = k7FFEdL4ivEbaI7..QIqQIq..../	~ layer_norm: your numbers are those of "y[i] = bias[i] * y[i] + bias[i]": is each name the right one? = XSDHqng9w-ADghWQ2XQ2XQ2XQ2X..../	~ layer_norm: your numbers are those of "y[i] = y[i] * y[i] + bias[i]": is each name the right one? = 1MJ9-Tv6Wfsze5b-IP-IP....../	~ layer_norm: your numbers are those of "y[i] = gain[i] * x[i] + bias[i]": is each name the right one? = G7hlXMCxKUdaADP-IP-IPQIqQIqxr-xr-xr-xr-/
~ layer_norm: your numbers are those of "y[i] = gain[i] * gain[i] + bias[i]": is each name the right one? = hgqtZBvqI0t7EVK-IP-IP..-IP-IP-IP-IP/	~ layer_norm: your numbers are those of "y[i] = gain[i] * bias[i] + bias[i]": is each name the right one? = 89wF6LUD5shuixwQ2XQ2XQ2XQ2X..../	~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i] + x[i]": is each name the right one? = Phlz_kCAXaYS-AwQ2XQ2Xao1ao1xr-xr-xr-xr-/
~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i] + gain[i]": is each name the right one? = G7keHaMfvzIwkuEQ2XQ2Xn9ln9l-IP-IP-IP-IP/	~ layer_norm: your numbers are those of "y[i] = gain[i] * y[i] + y[i]": is each name the right one? = Z7-LL0TFtjgM3H-BipBipn9ln9l..../	~ layer_norm_backward: your numbers are those of "const auto [n, root] = normalized(gain, epsilon)": is each name the right one? = /3XGZ-WGSOm77hpyuUccBQ2o_0I0G4O.........
~ layer_norm_backward: your numbers are those of "const auto [n, root] = normalized(gradient, epsilon)": is each name the right one? = /ZTpBl-lUzqIWypYnGhu8NQa9lPVbVl.........	~ layer_norm_backward: your numbers are those of "x, n, x": is each name the right one? = /..........FpgKVdNxKMW3M8l....	~ layer_norm_backward: your numbers are those of "x, n, gain": is each name the right one? = /..........4cXRevyuGsFt6-i....
~ layer_norm_backward: your numbers are those of "Vector dn(dn.size())": is each name the right one? = /!4uTdw	~ layer_norm_backward: your numbers are those of "dn[i] = x[i] * gain[i]": is each name the right one? = /GB6bdNB4Btkq7BT..........wOHtWxJ36M6x	~ layer_norm_backward: your numbers are those of "dn[i] = gain[i] * gain[i]": is each name the right one? = /veZ24UsAwgsjauY..............	~ layer_norm_backward: your numbers are those of "dn[i] = gradient[i] * x[i]": is each name the right one? = /NCJn6yexC-dTZ13..........wOHtWxJ36M6x
~ layer_norm_backward: your numbers are those of "dn[i] = gradient[i] * gradient[i]": is each name the right one? = /AJ5AsR7UPyKaWxk..............	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] / size": is each name the right one? = /Nt3eM2NSM83JYoY..........MhlFwUK1OllL	~ layer_norm_backward: your numbers are those of "mean_dn += x[i] / size": is each name the right one? = /5kDmRr952lPWzos..........MQSMQSMQSMQS
~ layer_norm_backward: your numbers are those of "mean_dn += gain[i] / size": is each name the right one? = /ywZS8bHLf3GyGAJ..............	~ layer_norm_backward: your numbers are those of "mean_dn += gradient[i] / size": is each name the right one? = /AlAepbKh6bx5W75..............	~ layer_norm_backward: your numbers are those of "mean_dn += dn[i] / mean_dn": is each name the right one? = /vaFvaFvaFvaFvaF..........vaFvaFvaFvaF
~ layer_norm_backward: your numbers are those of "mean_dn_n += x[i] * n[i] / size": is each name the right one? = /n_VRDh_8k6CVI6z..........JZi_et35fD8w	~ layer_norm_backward: your numbers are those of "mean_dn_n += gain[i] * n[i] / size": is each name the right one? = /uH0xOHLo-dDtWKH..............	~ layer_norm_backward: your numbers are those of "mean_dn_n += gradient[i] * n[i] / size": is each name the right one? = /YhLV4hr4v5oRh3m..............
~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i] / mean_dn": is each name the right one? = /HttGCqfl0Ap3Y3D..........aG26gO9fnOvV	~ layer_norm_backward: your numbers are those of "mean_dn_n += dn[i] * n[i] / mean_dn_n": is each name the right one? = /vaF6K7vaFvaF6K7..........vaF6K7vaF6K7	~ layer_norm_backward: your numbers are those of "result.x[i] = (x[i] - mean_dn - n[i] * mean_dn_n) / root": is each name the right one? = /oevtx_pNVtoi9pL...........XMB6Gxj02
~ layer_norm_backward: your numbers are those of "result.x[i] = (gain[i] - mean_dn - n[i] * mean_dn_n) / root": is each name the right one? = /jr4DLJ3x7ucrdOc..............	~ layer_norm_backward: your numbers are those of "result.x[i] = (gradient[i] - mean_dn - n[i] * mean_dn_n) / root": is each name the right one? = /MVZ4fh5NgAbwFqS..............	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - size - n[i] * mean_dn_n) / root": is each name the right one? = /4VrNb3e2fjyDuSB..........fO5fO5fO5fO5
~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn_n - n[i] * mean_dn_n) / root": is each name the right one? = /wvT7snewLNaVtIn..........6Gx6Gx6Gx6Gx	~ layer_norm_backward: your numbers are those of "result.x[i] = (dn[i] - mean_dn - n[i] * size) / root": is each name the right one? = /SS4w2WSve44q7Ie..........MjCek7w0ipOL	~ layer_norm_backward: your numbers are those of "result.gain[i] = x[i] * n[i]": is each name the right one? = /.....k7GiomZaCOvYo0P.........
~ layer_norm_backward: your numbers are those of "result.gain[i] = gain[i] * n[i]": is each name the right one? = /.....3pKwkN5NaersIjm.........
)~";
