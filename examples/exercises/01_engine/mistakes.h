// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char engine_mistakes[] = R"~(
right a program of twelve numbers
 1.3 -0.7 2.1 -0.9099999999999999 1.1900000000000002 -0.8330000000000001 0.6938890000000001
 1.9938890000000002 2.3727279100000005 4.9827286110000015 4.072728611000001 5.294547194300002
 -0.05093702599999972 7.250858485 12.316497193000004 10.531950910000003 9.231950910000002
 -5.412334200000002 3.248700000000001 3.248700000000001 2.7300000000000004 1.3 1.3 1
 -1.1771668999999998 2.0369444999999997 3.381667 3.381667 3.381667 -1.9825400000000004
 1.1900000000000002 1.1900000000000002 1 0 0 0 -1.1771668999999998 2.0369444999999997 3.381667
 3.381667 3.381667 -1.9825400000000004 1.1900000000000002 1.1900000000000002 1 0 0 0
 0.48999999999999994 0.28000000000000025 -0.7 -0.7 -0.7 1 0 0 0 0 0 0
right a number after its use
 10 3 2 1
your gradient is overwritten where a number is used twice: add to it with +=
  grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node => grad = node.grad * node.da; if (node.b >= 0) at(node.b).grad = node
= ............pdJ9CdFC3FC3FC3M7C......Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../
& 0,2,Ctl8Y 0,3,EgLcQ 0,4,Vy-z1 0,6,0EIkw 0,13,A6bkO 0,14,0mu3A 0,15,ZnvJJ 0,17,qG0y3 0,21,NNXhB
only the last use of a number gives it a gradient: add the gradients of all its uses
  (node.a >= 0) at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node => (node.a >= 0 && at(node.a).grad == 0) at(node.a).grad = node.grad * node.da; if (node.b >= 0 && at(node.b).grad == 0) at(node.b).grad = node.grad * node
= ............rq-s9FlQrshusUbM7C......aXjfrNnuTnuTnuTkj-......aXjfrNnuTnuTnuTkj-.......aXj........../
& 0,3,dE1w2 0,6,elqgj 0,10,Lw6Mq 0,12,ErpWM 0,13,NcpYC 0,14,crhNA 0,15,sfjom 0,17,mwPb- 0,21,9rlde
you follow the tape in the order of creation: begin at the loss and go back to the first number
  tape.size(); i-- > 0; => 0; i < tape.size(); ++i
= ............rq-Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XnuTQ2XQ2X.....Q2XQ2XQ2XQ2XnuTQ2XQ2X.....Q2XaXjQ2XQ2X......../.Q2XQ2X.
& 0,3,zxrM1 0,6,c8Vj2 0,9,WfVN3 0,10,3ou9j 0,12,Y043j 0,13,63EPO 1,14,NoK81 0,15,Cdlyn 1,15,GeaJT 0,17,ShGIq 1,17,weSaa 0,18,jRDu1 1,18,Y_GOR 0,19,WSZsN 1,19,fTKjG 0,21,mJFcl 0,22,_o97o
the gradients of the call before are still there: set all of them to 0 when backward begins
  for (Node& node : tape) node.grad = 0; =>
= ........................6GDucWxKiJZGuawAOX16NyNMzpARv5N9L-IPZf-keYNSTyjWKIOryD2svpzjxivdXERv5-IP6zSvriQZgBVnCnld3_V-sPFpQ7zFnE9Ch-IP/
& 0,5,Lk9tY 0,6,MrTpX 0,7,SY6eD 0,9,ABDHy 0,10,GuzFF 0,11,Ll3iw 0,13,9HOkp 0,14,8BVdU 0,15,tbfyL 0,16,7lUQa 0,17,8TYOc 0,18,ncrp0 0,20,f6BBX 0,21,D-Qv5 0,22,PTzK7
the gradients of the call before are still there, those of numbers made after the loss too: set all of the tape to 0 when backward begins
  for (Node& node : tape) node.grad = 0; =>
  size_t i = tape.size(); i-- > 0; => int i = loss.place; i >= 0; --i
  node = tape[i]; => node = at(i);
= ........................I2SUn0MlSFfvGzBk1Nx6G1jE.shushu-IP-fb08SVHGHMxYl9airibkY4l.shushu-IPstcDr3iSzbnMr5M.ibkY4l-IPshushu-IP/
& 0,5,jvSGd 0,6,jDcb- 0,9,u306q 0,10,HijCb 0,13,gYSfJ 0,14,o3jkO 0,15,fvCMH 0,16,gwP4c 0,17,Vpu_T 0,18,EP_v8 0,20,V-N6o 0,22,FFgkP
a gradient is multiplied by the gradient of the result, not only by the local derivative: grad += node.grad * node.da
  node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node => node.da; if (node.b >= 0) at(node.b).grad += node
= ............VeUHIrHHnn9lhciNTT-IPaXjcjq-IP..VeUHIrHHnn9lhciNTT-IP.5cU-IPshu.VeUHIrHHnn9lhciNTT-IP.5cU-IPshu.VeUHIrHHnn9lhci7L_-IPaXjcjq-IPshu./
& 0,6,k8QKp 0,8,zenh4 0,10,Ui7Tm 0,12,XeWAF 0,13,cQLvC 0,14,smlz4 1,14,vWKzY 0,15,skhBr 0,17,OSKUw 0,21,RoOcE
the derivative of x * y for x is y, not x
  y.data(), x => x.data(), y
= ............GOuOgSZ6I3gZn6RoizsgasgaDBmrq-rq-.KTYViwYT1YT1YT1nFinuTnuT....KTYViwYT1YT1YT1nFinuTnuT....HvXQTcaXjaXjaXj......./.n9lNXv.
& 0,7,P8e_g 0,9,NP0EL 0,10,0Y8Om 0,12,mfuRT 0,14,9g6W2 1,14,3gVN9 0,15,gsX8B 1,15,c1qPG 0,16,ZKDlg 1,16,Rl7tq 0,17,9cMu1 1,17,5hR9I 0,18,lmrsP 1,18,RCaVX 0,20,pv1m9 0,21,lGRRG
a number passes its gradient on before all its uses have added to it: visit each number once, after everything that was made of it
  place, y.data(), x.data()}); } void backward(Number loss) { => place, y.data(), x.data()}); } void send(int place) { const Node node = at(place); if (node.a >= 0) { at(node.a).grad += node.grad * node.da; send(node.a); } if (node.b >= 0) { at(node.b).grad += node.grad * node.db; send(node.b); } } void backward(Number loss) {
  for (size_t i = tape.size(); i-- > 0;) { const Node& node = tape[i]; if (node.a >= 0) at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node.db; } => send(loss.place);
= ............9pq0NTeyOZNS-Jd.......go-L0oyvmyvmuoU.......go-L0oyvmyvmuoU.................../
& 0,10,a7VEZ 0,12,acL4Q 0,13,PrD4I 0,14,qdsix 0,15,7mP8S 0,17,LvQZV
no gradient begins at the loss: d(loss) / d(loss) is 1
  at(loss.place).grad = 1; =>
= ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../.Q2XQ2XQ2X
& 0,16,7K7rp 0,17,Sy4m5 1,17,WHijo
the first number of the tape has place 0, and gets a gradient as the others do: only -1 is no place
  (node.b >= 0) at => (node.b > 0) at
= ............Q2X...........Q2X...........Q2X...........Q2X.........../
& 0,10,WHEmP 0,12,J3ukg 0,13,GSFcV 0,14,k5bMy 0,15,WRb-8 0,17,qKG06 0,20,U7rin 0,21,4jge8 0,22,zDTl8
the gradient 1 belongs to the loss, which need not be the last number of the tape
  at(loss.place).grad = 1 => tape.back().grad = loss.place >= 0 ? 1 : 0
= ........................d62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IPd62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IPd62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IP/
& 0,11,Mgumj 0,12,dM9KH 0,13,VPBQp 0,14,j04Lq 0,16,-L_2B 0,17,jvGn0 0,18,m3j_H 0,20,CPZD0 0,21,YrOrI 0,22,SRotN
the loss has its gradient 1, but hands nothing on: begin with the loss itself, and change the nodes of the tape, no copies of them (Node& node)
  at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node.db; => { Node a = at(node.a); a.grad += node.grad * node.da; } if (node.b >= 0) { Node b = at(node.b); b.grad += node.grad * node.db; }
= ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2X......./.Q2XQ2XQ2X
& 0,15,G_oz4 0,17,bTxiS 0,21,VOujW
numbers made after the loss keep the gradients of the call before, and hand them on: set all of the tape to 0
  (Node& node : tape) node.grad => (int i = 0; i <= loss.place; ++i) at(i).grad
= ........................jPUnBEoLx6HPTXKk1NQLwQLwzpARv5N9L-IPL_Mgz5CvN2CiZMKAOXmpEmpExivdXERv5-IP42PqZ9pn9VFIq0-6fOXibZytQ7zFnE9Ch-IP/
& 0,13,XAS8K 0,14,F5rNV 0,15,9xU81 0,16,HBcHc 0,17,0upWJ 0,18,IZwf8 0,20,YQV9X 0,22,lQ0uh
the second number of a product gets no gradient: the derivative for y is x
  * y.data(), 0, x.place, y.place, y.data(), x.data()}); => * y.data(), 0, x.place, y.place, y.data(), 0});
= ............zxL1iZFC3dKtFC3M7C......aXjcQH4mI4mI4mIkj-......aXjcQH4mI4mI4mIkj-......Q2XZve........../..Q2X.
& 0,14,SQ4zy 1,14,gnnbz 0,15,lJ-IJ 1,15,rqetz 0,16,yA3lc 1,16,I__eC 0,17,75vCn 1,17,sqvBu 0,18,ZjdLZ 1,18,F8PI0 0,21,qx3bP 0,22,LBTLz 1,22,7kbbN
the derivatives of x + y are 1 and 1: yours are values
  x.data() + y.data(), 0, x.place, y.place, 1, 1}); => x.data() + y.data(), 0, x.place, y.place, x.data(), y.data()});
= ............gKUtjNsBhhkKePEVA5KG8Lw_iugb0K..Bz8L46TgURCjBrbzTU9KL.....Bz8L46TgURCjBrbzTU9KL.....B02bosooTtBD......../.4HMyQAI1C
& 0,15,iatuf 1,15,PkcFH 0,16,s-9eu 1,16,7XzvC 0,17,G04DB 1,17,4mNRM 0,18,8ccI- 1,18,aMxyM 0,20,LCwPc 0,21,-XuSh 0,22,RyDy1 1,22,VBUf0
the gradient of the loss for itself is 1, not its value
  grad = 1; => grad = at(loss.place).data;
= ............1TkSu_WbeGofthkgnY7zt7zt-dEbcnbcnrAQd_2BohZpKZpKZpKML0SX3SX3ZyR...d_2BohZpKZpKZpKML0SX3SX3ZyR...-V77ebMIUMIUMIUprl....../.PMnBBud8Y
& 0,16,FBL58 0,17,HffTV 1,17,Tuaj7 0,18,vY_gc 1,18,T0ySc 0,20,Q2LIx 0,21,aEKrq 0,22,A6P8H 1,22,XYR62
what a number hands on is its gradient times the local derivative: yours is its value times it
  grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad => data * node.da; if (node.b >= 0) at(node.b).grad += node.data
= ............ly5PgtvEEl-Iw5hHjFnuTSX3cJwrq-bcn.ly5PgtvEEl-Iw5hHjFnuTSX3CRRrq-bcn.ly5PgtvEEl-Iw5hHjFnuTSX3CRRrq-bcn.ly5PgtvEEl-Iw5hr16nuTSX3cJwrq-bcn./.4HMyQAd8Y
& 0,17,dTuwb 1,17,-4s4_ 0,21,gkUpF
your product adds
  () * y.data => () + y.data
= ...0W5IYzn9lI1CUaD4u9XJiLYXyQAL1Iwz82zUsqC29HATbP-7P-7....KLZM4yx__x__x__tRDIYzIYz....KLZM4yx__x__x__tRDIYzIYz.....y0H........../Ife...
& 0,18,srhMq 1,18,xgGZW 0,20,NaVfQ 0,21,RqG56 0,22,Dasha 1,22,GzviE
a gradient is added to what is there: yours is subtracted
  grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node => grad -= node.grad * node.da; if (node.b >= 0) at(node.b).grad -= node
= ............mtTodlOYrE1Cwc3.2Gy.BpQ.wag.2kWUqhDuDDuDPa_fHe.0Dn....2kWUqhDuDDuDPa_fHe.0Dn....MywZyu..6-i......./...cRT
& 0,21,JS3V6
the loop ends at a number that is made of nothing: others are before it on the tape
  if (node.a >= 0) at(node.a) => if (node.a < 0) break; at(node.a)
= /.Q2XQ2X.
in x * x the same number is both a and b: it gets a gradient through each, yours leaves the second out
  (node.b >= 0) at(node.b) => (node.b >= 0 && node.b != node.a) at(node.b)
= ............D8_pA_mc0m9ZuokM7C......hft8G7jcFjcFjcFkj-......hft8G7jcFjcFjcFkj-................../
& 0,21,wM6KW 0,22,PJWOP
a number keeps its gradient when it has handed it on: yours is set to 0 again
  const Node => Node
  grad * node.db; => grad * node.db; if (node.a >= 0) node.grad = 0;
= ...............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2X....../
& 0,22,DpeSM
what goes through db belongs to the number b: yours is added to the number a
  (node.b).grad => (node.a).grad
= ............Q2Xr0aQ2XahnNQRxiQcWlQtPMqus9i3IM.Q2XlF1Q2XOPnqmRE_ioLM0jd....Q2XlF1Q2XOPnqmRE_ioLM0jd....Q2XbiMQ2X2zEG76......./.d8YQ2XQ2X
~ your numbers are those of "x.data() - y.data(), 0, x.place, y.place, 1, 1": is this the right operator? = ....awiLbaZR7vVavMysLtoOC4LeAcal9DmgMqlREudJcLMEIMEI....XC0JghsYisYisYiieAawiawi....XC0JghsYisYisYiieAawiawi.....SjR........../n9l...	~ your numbers are those of "x.data() * y.data(), 0, x.place, y.place, 1, 1": is this the right operator? = ....Vy0BYa3WvkUtMGAeYdC4_enjY03f79np1PihJNUTPsMWgMWg....L-FHwQZumZumZumYTRVy0Vy0....L-FHwQZumZumZumYTRVy0Vy0.....Uao........../Xh6...
~ your numbers are those of "x.data(), 0, x.place, y.place, 1, 1": something is missing = ....ZvetBDOHyOHy2brksvksvwfAxnLuhyuBqr5tCbM9LpLTZLTZ....tvLr0cYrQYrQYrQorPZveZve....tvLr0cYrQYrQYrQorPZveZve.....lXM........../ao1...	~ your numbers are those of "y.data(), 0, x.place, y.place, 1, 1": something is missing = ....cjqooTVGGshu0OsWeNZvek0W1i1l9KG_0pxTt32563WeNWeN....lI9zL93kA3kA3kATFacjqcjq....lI9zL93kA3kA3kATFacjqcjq.....aXj........../I1C...
~ your numbers are those of "x.data() + y.data(), 0, x.place, y.place, 0, 1": is this the right number? = ............zEaUEVQ2XshuQ2XQ2XQ2XQ2XQ2XQ2X..aXjQ2XnuTQ2XnuTQ2XQ2X.....aXjQ2XnuTQ2XnuTQ2XQ2X.....Q2XaXj.Q2X......../.Q2XQ2X.	~ your numbers are those of "x.data() + y.data(), 0, x.place, y.place, 2, 1": is this the right number? = ............ItZvAkqWtORl4SEVtckqPX-hpe_N9L..Fy8k_qKYc7oKKYc1ENznR.....Fy8k_qKYc7oKKYc1ENznR.....2zE8Xx.t0W......../.ao1I1C.
~ your numbers are those of "x.data() + y.data(), 0, x.place, y.place, 1, 0": is this the right number? = ............cvURXvlQrIM_........gM8.Q2X.........gM8.Q2X...........Q2X........./...Q2X	~ your numbers are those of "x.data() + y.data(), 0, x.place, y.place, 1, 2": is this the right number? = ............HdCUJYQQvemO........wkS.eRe.........wkS.eRe...........t0W........./...n9l	~ your numbers are those of "x.data() / y.data(), 0, x.place, y.place, y.data(), x.data()": is this the right operator? = ...OzZ1z6JOl-IPRevcquvgTJIjoIrQwa97VIpHibTcgQSbZ01r01r....yaQJRS35C35C35CfXX1z61z6....yaQJRS35C35C35CfXX1z61z6.....oFR........../t6t...
~ your numbers are those of "x.data() - y.data(), 0, x.place, y.place, y.data(), x.data()": is this the right operator? = ...BipRFS4cXQ2XshupmDqEDpuA50Cak0czEKJ4-qK5a6tds_NJ_NJ....BegxYKbG1bG1bG128qRFSRFS....BegxYKbG1bG1bG128qRFSRFS.....ELi........../NXv...	~ your numbers are those of "x.data(), 0, x.place, y.place, y.data(), x.data()": something is missing = ...4AovqQvqQvqQIYzIYzIYzn9ln9lVLr7nEExfjS5Ft8HJvnN_nN_....Qo4LOmD5fD5fD5fLUsvqQvqQ....Qo4LOmD5fD5fD5fLUsvqQvqQ.....G76........../ao1...
~ your numbers are those of "y.data(), 0, x.place, y.place, y.data(), x.data()": something is missing = ...shu-hx4Ao4Ao0W5-hxcjq-hxshuM5-UdTB65KnKCW3PzCREgREg....i4c_WmnBznBznBzJYb-hx-hx....i4c_WmnBznBznBzJYb-hx-hx.....HIr........../xr-...	~ backward: your numbers are those of "for (Node& node : tape) node.grad = 1": is this the right number? = ............dZe_9tO9AFel48Q8O0QZBoof9-Xho0Rev.dZe_9tO9AFel48Q8O0QZBoof9-Xho0Rev-IPdZe_9tO9AFel48Q8O0QZBoof9-Xho0Rev-IPdZe_9tO9AFel48Q8O0QZBoof9-Xho0Rev-IP/.xr-QIqn9l
~ backward: your numbers are those of "at(loss.place).grad = 2": is this the right number? = ............HNvkMy1DLUgI5dxx0GX-hX-hpe_N9LN9Ln9lx3yJXCeReeReeRe1ENznRznRn9l...x3yJXCeReeReeRe1ENznRznRn9l...2zEwpQt0Wt0Wt0Wn9l....../.ao1I1Cn9l	~ backward: your numbers are those of "if (node.a > 0) at(node.a).grad += node.grad * node.da": is this the right operator? = /.Q2X..	~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad = node.grad * node.da": is this the right operator? = ............_7Luuu_Hi-uk-uk.......Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../
~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad -= node.grad * node.da": is this the right operator? = ............oowxdnxcUEVnWdaQ2X2Gy.BpQ.wag.M0WLvtnuT9dGnuTQ2X.0Dn....M0WLvtnuT9dGnuTQ2X.0Dn.....cjq6-i.6-i......./..Bip.	~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad *= node.grad * node.da": is this the right operator? = ............rq-Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../.Q2XQ2X.
~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad += node.grad + node.da": is this the right operator? = ............ZQTd6Qk3f6kAn2aEuAzPR4MU5p5ho0Rev.Cy7F6Yupve9gn2aEuAzPR4MU5p5Revshu.Cy7F6Yupve9gn2aEuAzPR4MU5p5Revshu.GySpfs-KJzayxF9qyI4MUeO7O81Revshu./.QIqI1C.	~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad += node.grad / node.da": is this the right operator? = ............LPBQnUIBaX7Vo56VQ85Mv5Mvd5X3ud3ud.o9R8WDSc4Sc4Sc41guDUZDUZ....o9R8WDSc4Sc4Sc41guDUZDUZ....-IP9ftWSlWSlWSl......./.QEs..
~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad += node.grad - node.da": is this the right operator? = ............2Adjao59ogrWfnEFdN8jeX1tDWMwag1i_.9C2aoF6dCgTFfnEFdN8jeX1tDWM7dfwag.9C2aoF6dCgTFfnEFdN8jeX1tDWM7dfwag.XNNS5ul4B6h_KkcKwIikt8jefPu7dfwag./.x38Q2X.	~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad += node.grad": something is missing = ............eSCDxvtTn927l64IZ2-IP-IP-IP-IP-IP.EHH4vYl64l64l64IZ2-IP-IP....EHH4vYl64l64l64IZ2-IP-IP....4AoB_e-IP-IP-IP......./.-IP..
~ backward: your numbers are those of "if (node.a >= 0) at(node.a).grad += node.da": something is missing = ............xsAtbqV3vRevHEcNTT-IPaXjcjq-IP..71vtbq3DaRevn3JNTT-IP.5cU-IPshu.71vtbq3DaRevn3JNTT-IP.5cU-IPshu.71vZTOV3vRevHEc7L_-IPaXjcjq-IPshu./	~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad = node.grad * node.db": is this the right operator? = ............9XKpA_uokm9ZuokM7C......UtY8G7jcFjcFjcFkj-......UtY8G7jcFjcFjcFkj-......Q2XQ2XQ2XQ2XQ2XQ2X....../
~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad -= node.grad * node.db": is this the right operator? = ............47pmkTreSrDGWdaQ2X......Zx-SIQnuT9dG9dGQ2X......Zx-SIQnuT9dG9dGQ2X......MywM8l6-i........./..BipcRT	~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad *= node.grad * node.db": is this the right operator? = ............Q2XMd0Q2XsLTsLTNVf......Q2XrHoQ2XbrmbrmeZN......Q2XrHoQ2XbrmbrmeZN......Q2XQ2XQ2XQ2XQ2XQ2X....../..Q2XQ2X
~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad += node.grad + node.db": is this the right operator? = ............XqHhO1g_gEtuz1r795......53qyS_UbZ-hsBKXcjj......53qyS_UbZ-hsBKXcjj......Q9cnw_1igRVp1-iIZ2....../..NXvn9l	~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad += node.grad / node.db": is this the right operator? = ............NTUecIj2W8wiERWxVV......JmNLszoWfoWfoWfybF......JmNLszoWfoWfoWfybF......-IPkWp........../..Cgh.
~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad += node.grad - node.db": is this the right operator? = ............5R0E-19TI0HMRkCa7q......---S9aTQxeLV4ZsNEQ......---S9aTQxeLV4ZsNEQ......vi6xsIxXpq3Yj2b1u8....../..cRTQ2X	~ backward: your numbers are those of "if (node.b >= 0) at(node.b).grad += node.grad": something is missing = ............q0M4DsEyAEyAAO6_J2......6hjTLfmY9mY9mY9FjQ......6hjTLfmY9mY9mY9FjQ......4Ao3iX........../..-IP.
)~";
