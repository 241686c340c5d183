#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;
using exercise::Measured;

struct Size {
  int rows, columns;
};

void measure(Measured& got, const Matrix& gradient, const std::vector<Size>& sizes) {
  for (const auto& [rows, columns] : sizes) {
    got.add("a gradient of " + std::to_string(gradient.rows) + " rows of " +
                std::to_string(gradient.columns) + " to " + std::to_string(rows) + " of " +
                std::to_string(columns) + ": number ",
            answer::sum_to(gradient, rows, columns).numbers);
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  // In the square every mistake finds room.
  all.group("a square", [](Measured& got) {
    measure(got, Matrix(3, 3, {1.3, 2.6, -0.7, 3.1, 5.4, 0.9, -2.8, 0.2, 1.7}),
            {{1, 3}, {3, 1}, {1, 1}, {3, 3}});
  });
  all.group("other shapes", [](Measured& got) {
    measure(got, Matrix(2, 3, {1.25, -2.5, 3.75, 4.6, 5.2, -6.1}),
            {{1, 3}, {2, 1}, {1, 1}, {2, 3}});
    measure(got, Matrix(1, 3, {4.2, -5.1, 6.6}), {{1, 1}});
  });
  all.judge();
}

HOLO_EXERCISE("13_sum_to", check, R"~(
the other copies are missing: a number that was repeated gets the sum of the gradients of all its copies
  exercise::Matrix; Matrix sum_to(const Matrix& gradient, int rows, int columns) { Matrix sum(rows, columns); for (int i = 0; i < gradient.rows; ++i) { for (int j = 0; j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); } => exercise::Matrix; Matrix sum_to(const Matrix& gradient, int rows, int columns) { Matrix first(rows, columns); for (int i = 0; i < rows; ++i) { for (int j = 0; j < columns; ++j) first(i, j) = gradient(i, j);
  return sum; => return first;
the gradient of each copy overwrites the gradient of the copy before: use +=
  0 : i, columns == 1 ? 0 : j) += gradient(i, j); => 0 : i, columns == 1 ? 0 : j) = gradient(i, j);
the gradient of a repeated number is the sum over its copies, not their mean
  == 1 ? 0 : j) += gradient(i, j); } } return sum; => == 1 ? 0 : j) += gradient(i, j); } } const int copies = gradient.rows * gradient.columns / (rows * columns); for (double& number : sum.numbers) number /= copies; return sum;
you sum along the wrong axis: sum over the one that was repeated
  sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); => if (rows == 1 && columns > 1) { sum(0, i) += gradient(i, j); } else if (columns == 1 && rows > 1) { sum(j, 0) += gradient(i, j); } else { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); }
a single number was repeated along both axes: sum over both
  j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j => j < gradient.columns; ++j) { if (rows == 1 && j < columns) sum(0, j) += gradient(i, j); if (rows > 1) sum(i, columns == 1 ? 0 : j
nothing was repeated here, so nothing is summed: the gradient stays as it is
  { using exercise::Matrix; Matrix sum_to(const Matrix& gradient, int rows, int columns) { => { using exercise::Matrix; Matrix sum_to(const Matrix& gradient, int rows, int columns) { double total = 0; for (double number : gradient.numbers) total += number;
  sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); => if (rows == 1 || columns == 1) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); } else { sum(i, j) = total; }
your sums have lost their fraction: take double, not int
  gradient(i, j) => static_cast<int>(gradient(i, j))
nothing is divided: yours divides by the number of rows
  == 1 ? 0 : j) += gradient(i, j); } } return sum; => == 1 ? 0 : j) += gradient(i, j); } } for (double& number : sum.numbers) number /= gradient.rows; return sum;
the gradient of a repeated number is the sum over its copies, not the largest of them
  j = 0; j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); => j = 0; j < gradient.columns; ++j) { double& there = sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j); if (gradient(i, j) > there) there = gradient(i, j);
sum over the copies of one number: you sum over the whole table
  sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) => if (rows == gradient.rows && columns == gradient.columns) sum(i, j) = gradient(i, j); else for (double& x : sum.numbers) x
the gradient of a repeated number is the sum over its copies, not the largest of them
  j = 0; j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); => j = 0; j < gradient.columns; ++j) { double& s = sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j); if (gradient(i, j) > s || s == 0) s = gradient(i, j);
where nothing was repeated the gradient is handed on as it is: yours is 0 there
  (rows, columns); => (rows, columns); if (rows != 1 && columns != 1) return sum;
where rows is 1 each number is the sum of its column: you sum over the whole table
  == 1 ? 0 : j) += gradient(i, j); } } return sum; => == 1 ? 0 : j) += gradient(i, j); } } double total = 0; for (double number : gradient.numbers) total += number; if (rows == 1) sum.numbers.assign(sum.numbers.size(), total); return sum;
your sum over the rows leaves out row 0: it begins with 1
  rows, columns); for (int i = 0; i < gradient.rows; ++i) { => rows, columns); for (int i = rows == 1 && gradient.rows > 1 ? 1 : 0; i < gradient.rows; ++i) {
you read column 0 of the gradient each time: the column follows the loop
  gradient(i, j); => gradient(i, 0);
nothing is divided: yours divides by the number of columns
  gradient(i, j); => gradient(i, j) / gradient.columns;
the gradient is handed on as it is only when rows and columns are both as many: yours is where the rows are
  (rows, columns); => (rows, columns); if (gradient.rows == rows) return gradient;
the axis that stays is not summed: where rows or columns is 1 yours puts all into number 0
  j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, => j < gradient.columns; ++j) { const bool one = rows == 1 || columns == 1; sum(one ? 0 : i, one ? 0 : j) += gradient(i,
where columns is 1 the gradient of each copy overwrites the one before: use +=
  j = 0; j < gradient.columns; ++j) { sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, j); => j = 0; j < gradient.columns; ++j) { double& to = sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j); to = columns == 1 ? gradient(i, j) : to + gradient(i, j);
your loop over the columns begins with 1: the first column is column 0
  int j = 0; j < gradient => int j = 1; j < gradient
right a square
 1.6000000000000005 8.2 1.9 3.2 9.4 -0.8999999999999997 11.7 1.3 2.6 -0.7 3.1 5.4 0.9 -2.8 0.2 1.7
right other shapes
 5.85 2.7 -2.3499999999999996 2.5 3.700000000000001 6.200000000000001 1.25 -2.5 3.75 4.6 5.2 -6.1 5.7
= shuN9L4Aoshu5cUNVbshu........./7nDsDCGqN7nDa6M7nD......xbH NVbjjTFpg4AoMW3FpgFpg........./a6M9ChVUcGqNVUcVUc......FQy 9rV-7uDiSxUrSFm1i_shu........./vIno4hZGFD7KbWADge......DKr NxKjFnqEDsFt2efDKr........../!pYChB ......sFt........./.....U8V......xbH .......gBrgBrgBrgBrgBrgBrgBrgBrgBr/......tFqtFqtFqtFqtFqtFq. n9lxr--IPNXv4u9cRTd8Y-IPn9lQ2XNXvQIqQ2XBipQ2X-IP/QIqNXvx38n9lNXvQIq-IPBipNXvI1CQIqVvGQIq
= 9rV-7uDiSxUrSFm1i_Rv5P4nbwVyz-Dge9mBEtzjt2ihWlrE/vIno4hZGF7nDpip5cUKX54b3lywRevN9LxrG. 5cU5p5FpgN9L5p5Fpg5p5..Q2X...Q2X../a6M9ChGqNGqN9Ch9Ch.Q2X...Q2XFQy gBrgBrgBrgBrgBrgBr........../tFqtFqtFqtFqtFq........ 5cU5p5FpgN9L5p5Fpg5p5........./a6M9ChGqNGqN9Ch9Ch......FQy .......Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/......Q2XQ2XQ2XQ2XQ2XQ2X. gBrgBrgBr............./tFqtFqtFq..........
= EtzcLEN9L...abv........./a6M9ChVUc..KaG....... .sFtsFtRv5h7Ett86Hq.shushu.5cU5cU.NVbNVb/.U8VU8VGqNes-Ged.7nD7nD.a6Ma6MH0I 9rV-7uDiSxUrSFm1i_Rv5P4nbwVyz-Dge9mBEtzjt2ihWlrE/wCQMW32e7D7KbWA_IMeHcAqY7nDbZ1zZr80FDKr !i9r4z/!9Nrnm gBrQ2XQ2XgBrQ2XQ2X........../tFqQ2XQ2XtFqQ2X........ ...4AoMW3FpgFpg........./...GqNVUcVUc......FQy Q2X..DKriA9DKrXJiQ2X..Q2X..Q2X../Q2X..7nDqEDKxMQ2X..Q2X..t3e
& 0,1,2,YvPmz 1,1,2,nGZ8a 0,1,4,M9xQm 1,1,4,pWGZo 0,1,6,28aMq 1,1,6,LdR2j 0,1,7,hNy3O 1,1,7,XdiV9 0,1,9,G4n7X 1,1,9,n2FC3 0,1,11,sOL5c 1,1,11,lc0qM 0,1,12,6_wmk 1,1,12,Zn87w 0,1,14,5wgUW 1,1,14,ViMgI 1,1,15,Ge_vr 0,1,16,vfr0x 1,1,16,a2zha 0,1,17,zgHCv 1,1,17,5MUub 0,1,19,APjh_ 1,1,19,1USz3 0,2,3,sNK1y 1,2,3,RDSOl 0,2,4,eTwGu 1,2,4,lcplr 0,2,5,ZPbdc 1,2,5,UlFYD 0,2,6,ZrU1w 1,2,6,TTVDP 0,2,7,vhPIB
& 1,2,7,Skh7r 0,2,8,aaRcQ 1,2,8,KH9vY 0,2,9,7Z6_O 1,2,9,b5Cz8 0,2,10,XmqCd 1,2,10,lrcuj 0,2,11,oirIf 1,2,11,ADK5b 0,2,12,A-mui 1,2,12,xdnkw 0,2,13,wktMO 1,2,13,gopI7 0,2,14,GagHr 1,2,14,CH6OV 1,2,15,gB3t2 0,2,16,4aOF0 1,2,16,0rDG8 0,2,17,Fq-3E 1,2,17,rwoXs 0,2,18,pGYKL 1,2,18,h3My- 0,2,19,KmX-z 1,2,19,kqtqm 0,3,7,3n96I 0,3,11,P4G6c 0,3,12,-v1p- 1,3,12,Xb4eO 0,3,13,9-uqp 1,3,13,jz_Le 0,3,16,EPeuB
& 1,3,16,nnUaq 0,3,19,JpZrU 1,3,19,3IeZj 0,4,6,z8XP6 1,4,6,kKI1h 0,4,7,VMyB_ 1,4,7,08_vn 0,4,11,V2Vad 1,4,11,wB95p 0,4,13,y9OOZ 1,4,13,84D4t 0,4,14,fKVwx 1,4,14,tjRkm 0,4,15,xTnPB 1,4,15,r_tho 0,4,16,lxzzG 1,4,16,BYMSu 0,4,19,KQINL 1,4,19,Ntcfi 0,5,7,t0RgC 1,5,7,c8rbY 0,5,13,tVrBX 1,5,13,I74Zr 0,5,19,2EeCi 1,5,19,pqsdm 0,6,7,TMB0v 1,6,7,NPomj 0,6,8,96Lbu 1,6,8,qfbpe 0,6,9,ZPzgZ 1,6,9,t-Svz
& 0,6,10,J8aio 1,6,10,xCIst 0,6,11,gRmOU 1,6,11,dyeR4 0,6,12,roBmp 1,6,12,PlJI_ 0,6,13,02Q7V 1,6,13,Sd1Uu 0,6,15,BlKmD 1,6,15,dXrpq 0,6,16,3E4ur 1,6,16,1_1Le 0,6,17,TB9GV 1,6,17,RTfAB 0,6,18,UdPBr 1,6,18,5VXjE 0,6,19,6cnwm 1,6,19,JUuqy 0,7,8,YrvKi 1,7,8,qDCqd 0,7,9,_BNJ7 1,7,9,tlI9B 0,7,10,uBDU4 1,7,10,xMLOD 0,7,11,SfSOb 1,7,11,rhqli 0,7,12,Yn12B 1,7,12,mpGLU 0,7,13,6AnKl 1,7,13,HbGkc 0,7,14,6nfrx
& 1,7,14,Y3xQH 0,7,15,8sb4c 1,7,15,WN4T- 0,7,16,wyHWf 1,7,16,vVMvD 0,7,17,wipy- 1,7,17,7kMlW 0,7,18,hUU7N 1,7,18,GcXGn 0,7,19,YRqPW 1,7,19,yuba_ 0,8,11,tAn7k 1,8,11,igP8g 0,8,12,87zLw 1,8,12,H3Q1i 1,8,13,WvtJ3 0,8,14,UlRjC 1,8,14,xxg18 1,8,15,CNNej 0,8,16,l7zfu 1,8,16,SGnO_ 0,8,19,d2RT5 1,8,19,2zeTr 0,9,11,sDJaE 1,9,11,lzb2m 0,9,13,tmHyD 1,9,13,Iq9PI 0,9,14,Y95oy 1,9,14,j8CUz 0,9,15,psVVM
& 1,9,15,n8R9q 0,9,16,8Y0Di 1,9,16,FznGs 0,9,19,Xx7CZ 1,9,19,trEYF 0,10,12,lO8tM 1,10,12,bFoJi 1,10,13,PtEdr 0,10,14,UETqv 1,10,14,CN-4w 1,10,15,kC4Aw 0,10,19,1H_61 1,10,19,r4vL8 0,11,12,YrRa6 1,11,12,3We2r 0,11,13,xAVr- 1,11,13,z1GYR 0,11,14,ZghxD 1,11,14,ICzsC 1,11,15,1gBbz 0,11,17,Aso9M 1,11,17,Njo0u 0,11,18,RqtXi 1,11,18,4n9Pk 0,11,19,cG0Tm 1,11,19,cde8M 0,12,14,9kx5i 1,12,14,TvlPN
& 0,12,15,G2gZT 1,12,15,WfNsK 0,12,17,H02XJ 1,12,17,KOPdX 0,12,19,0Ijgv 1,12,19,SDfZ1 0,13,14,2Cjv- 1,13,14,S4ZTs 1,13,15,gqn4G 0,13,16,gGHA6 1,13,16,6U3p8 0,13,17,CO5KZ 1,13,17,M6i4E 0,13,18,TWGQu 1,13,18,K59Dl 0,13,19,pHYHx 1,13,19,--PhH 1,14,15,0iClf 0,14,16,4bZnf 1,14,16,Bg6kg 0,14,17,tEr1K 1,14,17,lTOrn 0,14,18,anUkB 1,14,18,Vb-VQ 0,14,19,4k4dk 1,14,19,F1whW 1,15,16,dCHEp 1,15,17,bhgKG
& 0,15,18,-ESAP 1,15,18,ssGPU 1,15,19,s3Tml 0,16,17,rdOk0 1,16,17,obCqv 0,16,18,S07SA 1,16,18,mmpp_ 0,16,19,fBgqN 1,16,19,k2ieL 0,17,19,fepA6 1,17,19,5PwTd 0,18,19,BKUtU 1,18,19,sdIlG
~ loop sum_to: for (int i = 1 = #UfWl9/#5rTlc	loop sum_to: i <= gradient.rows = !hsWfS/!SUxdg	loop sum_to: i < gradient.rows - 1 = #4hoNX/#sKefh	loop sum_to: j <= gradient.columns = !pUn65/!rTWce	loop sum_to: j < gradient.columns - 1 = #Ia5Pq/#Y6HCn	missing sum_to: ; = #mIDIV/#spzU8	order sum_to: sum(columns == 1 ? 0 : j, rows == 1 ? 0 : i) += gradient(i, j) = !6B7mk/!6B7mk
~ operator sum_to: sum(rows == 1 ? 0 : i, columns != 1 ? 0 : j) += gradient(i, j) = !Gpzu6/!cvZ1n	number sum_to: sum(rows == 1 ? 0 : i, columns == 0 ? 0 : j) += gradient(i, j) = !B6w1T/!bL_tB	operator sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) -= gradient(i, j) = #NiHCs/#qSKEo	order sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(j, i) = #hFC_x/!SUxdg
~ name sum_to: columns < gradient.rows = !kN6Nf/!JhCdx	name sum_to: i < sum.rows = #x2qfZ/#_kgwo	name sum_to: columns < gradient.columns = !8vMfR/!_HsG0	name sum_to: j < sum.columns = #ROSrB/#RRV8L	name sum_to: sum(rows == 1 ? 0 : columns, columns == 1 ? 0 : j) += gradient(i, j) = !DzzTh/!v8d8w	name sum_to: sum(rows == 1 ? 0 : j, columns == 1 ? 0 : j) += gradient(i, j) = #SEpqu/!UazmW
~ name sum_to: sum(rows == 1 ? 0 : i, i == 1 ? 0 : j) += gradient(i, j) = !0RgFd/!uxRHP	name sum_to: sum(rows == 1 ? 0 : i, j == 1 ? 0 : j) += gradient(i, j) = !1oGyc/!05Bg-	name sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : columns) += gradient(i, j) = !e97dn/!e97dn	name sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : i) += gradient(i, j) = #UUdun/#wn4Bg
~ name sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(columns, j) = !hsWfS/!NO9_g	name sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(j, j) = #BlZEJ/!ggx9I	name sum_to: sum(rows == 1 ? 0 : i, columns == 1 ? 0 : j) += gradient(i, i) = #aoTzm/#DAddB
)~")  // measured: 39d001446f87
