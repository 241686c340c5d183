#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;
using exercise::Measured;

void add(Measured& got, const std::string& what, const Matrix& p) {
  for (int i = 0; i < p.rows; ++i) {
    for (int j = 0; j < p.columns; ++j)
      got.add(what + ": p(" + std::to_string(i) + ", " + std::to_string(j) + ")", p(i, j));
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  const Matrix wide(2, 3, {1, 3, 7, 4, 0, 1}), tall(3, 2, {2, 5, 0, 3, 9, 1});
  all.group("probabilities", [&](Measured& got) {
    for (double added : {0.0, 0.35, 1.0, 2.5}) {
      add(got, "counts (1, 3, 7), (4, 0, 1), " + exercise::shown(added) + " added",
          answer::probabilities(wide, added));
    }
    for (double added : {0.0, 0.35, 1.0, 2.5}) {
      add(got, "counts (2, 5), (0, 3), (9, 1), " + exercise::shown(added) + " added",
          answer::probabilities(tall, added));
    }
  });
  all.group("never seen", [&](Measured& got) {
    add(got, "counts (0, 0), never seen, 1 added", answer::probabilities(Matrix(1, 2, {0, 0}), 1));
  });
  all.judge();
}

HOLO_EXERCISE("04_counts", check, R"~(
you divide by the sum of the whole table: each row is a distribution of its own
  (counts.rows, counts.columns); => (counts.rows, counts.columns); double sum = 0; for (double count : counts.numbers) sum += count + added;
  double sum = 0; for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added; =>
you divide by the sums of the columns: the letter before is the row, so each row sums to 1
  i = 0; i < counts.rows; ++i => j = 0; j < counts.columns; ++j
  (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p => (int i = 0; i < counts.rows; ++i) sum += counts(i, j) + added; for (int i = 0; i < counts.rows; ++i) p
what is added to the counts belongs into their sum too: your rows sum to more than 1
  (i, j) + added; => (i, j);
every count of the row gets the addition, so their sum grows by it once for each column
  0; for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added => added; for (int j = 0; j < counts.columns; ++j) sum += counts(i, j)
the addition is missing: a pair that was never seen keeps the probability 0
  namespace answer { using exercise::Matrix; Matrix probabilities(const Matrix& counts, double added) { Matrix => namespace answer { using exercise::Matrix; Matrix probabilities(const Matrix& counts, double /*added*/) { Matrix
  (i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum; => (i, j); for (int j = 0; j < counts.columns; ++j) p(i, j) = counts(i, j) / sum;
the sum of a row goes on from the one before: set it to 0 each time
  (counts.rows, counts.columns); => (counts.rows, counts.columns); double sum = 0;
  double sum = 0; =>
your division throws the fraction away: divide numbers of type double, not int
  ; i < counts.rows; ++i) { double sum = 0; for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum => ; i < counts.rows; ++i) { int sum = 0; for (int j = 0; j < counts.columns; ++j) sum += static_cast<int>(counts(i, j) + added); for (int j = 0; j < counts.columns; ++j) p(i, j) = static_cast<int>(counts(i, j) + added) / sum
every count gets the addition, not only those that are 0
  (i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum; => (i, j) == 0 ? added : counts(i, j); for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) == 0 ? added : counts(i, j)) / sum;
divide by the sum of the row, not by how many counts it has
  (counts(i, j) + added) / sum; => (counts(i, j) + added) / counts.columns;
the addition goes to the counts, before you divide: yours comes after it
  (i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum; => (i, j); for (int j = 0; j < counts.columns; ++j) p(i, j) = counts(i, j) / sum + added;
the sum of a row has lost its fraction: take double, not int
  double sum = 0; for (int j = 0; j < counts.columns; ++j) sum += counts(i, j) + added => int sum = 0; for (int j = 0; j < counts.columns; ++j) sum = static_cast<int>(sum + counts(i, j) + added)
the sum of a row is only its largest term: add all of them
  sum += counts(i, j) + added; => sum = counts(i, j) + added > sum ? counts(i, j) + added : sum;
counts are divided by their sum: yours are made exponentials first, as logits are
  namespace answer { using exercise::Matrix; Matrix probabilities(const Matrix& counts, double added) { => namespace answer { using exercise::Matrix; Matrix probabilities(const Matrix& counts, double added) {
  j < counts.columns; ++j) sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum => j < counts.columns; ++j) sum += std::exp(counts(i, j) + added); for (int j = 0; j < counts.columns; ++j) p(i, j) = std::exp(counts(i, j) + added) / sum
the sum of the row grows by what is added: yours subtracts it
  (i, j) + added; => (i, j) - added;
counts are divided by their sum as they are: yours are squared first
  < counts.columns; ++j) sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / => < counts.columns; ++j) sum += (counts(i, j) + added) * (counts(i, j) + added); for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) * (counts(i, j) + added) /
the sum of a row has to be whole before you use it: add up first, in a separate loop
  sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum => p(i, j) = (counts(i, j) + added) / (sum += counts(i, j) + added)
the sum of a row leaves out its first term: the first index is 0
  sum = 0; for (int j = 0; j < counts.columns; ++j) sum => sum = 0; for (int j = 1; j < counts.columns; ++j) sum
the sum of a row leaves out its last term: the loop ends one too early
  int j = 0; j < counts.columns; ++j) sum += counts(i, j => int j = 0; j < counts.columns - 1; ++j) sum += counts(i, j
you read row 0 of the counts each time: the row follows the loop
  < counts.columns; ++j) sum += counts(i, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(i, j) + added) / sum; => < counts.columns; ++j) sum += counts(0, j) + added; for (int j = 0; j < counts.columns; ++j) p(i, j) = (counts(0, j) + added) / sum;
the last row is 0, the rest is right: does the loop reach it?
  i < counts => i + 1 < counts
right probabilities
 0.09090909090909091 0.2727272727272727 0.6363636363636364 0.8 0 0.2 0.11203319502074689 0.27800829875518673 0.6099585062240663 0.71900826446281 0.057851239669421496 0.22314049586776866 0.14285714285714285 0.2857142857142857 0.5714285714285714 0.625 0.125 0.25 0.1891891891891892 0.2972972972972973 0.5135135135135135 0.52 0.2 0.28 0.2857142857142857 0.7142857142857143 0 1 0.9 0.1 0.30519480519480524
 0.6948051948051949 0.09459459459459459 0.9054054054054054 0.8738317757009346 0.12616822429906543 0.3333333333333333 0.6666666666666666 0.2 0.8 0.8333333333333334 0.16666666666666666 0.375 0.625 0.3125 0.6875 0.7666666666666667 0.23333333333333334
right never seen
 0.5 0.5
= ZUBjJE3e6dPL.ZUBies7qbKM_AA9PPuiesO_VDDw042XrmSmMO_VfTLjOuVmd91jPA4fTLRFSdPL.f8gotxAw-rgxc7slBk55sEi8eG9EWfdw-TCF8_KH1HAyaBVa6Vm2Ed9_VGHiRFS/ jjT-IPrGE..idQgxR_U44JB7sb23SpKm3_t4cX4cXF8TjjTjjTKxM7mQDTX3QYmuyfF7DDwEVt.QEsJ6b-NKTv90Z3TKOQEsDFXbK26VmCgh2EdQEsF8T.DeqjTUs0JQEsNaKsLW/-IP-IP
= ......hK34mx0sAHLtLYrLI-DDw042owA-IPjjTHMpE75Cghx7VshuCgh6-i......2naFW4jI42QqzETuvzvlUTOqQEsBxw-IPjjTxbPim_D7Kr8csNZKxM/6K76K7 ......62-AZMKiUyXYDAfIl2sbWQEsd4-D7KsbWQEs5ioHvyb5SbwVQEsvF6......yka4g0AW8-IPCviZ6lIaa4CIdPL-IPIkqDDwE-nivIjTU-IPcK87Zi/-IP-IP ......O_Vx9R0zD4cXQ2XjjTO_Vx9R0zD4cXQ2XjjTO_Vx9R0zD4cXQ2XjjT......3_tF8TQ2X-IPMW3RFS3_tF8TQ2X-IPMW3RFS3_tF8TQ2X-IPMW3RFS/KhBKhB
= ...dPL.ZUB...AA9PPuies...XrmSmMO_V...91jPA4fTL...EtzotxAw-..4ib8lzEi8eG9..2Ed3_tH1HAya..idQjW9GHiRFS/ Q2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2X-IPQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/Q2XQ2X ......O_Vx9R0zD2G9DAfhN5O_Vx9R0zDd4-sbWsbWO_Vx9R0zD9rVQEsr8e......3_tF8TAW89C0MW3RFS3_tF8TdPL4CIMW3RFS3_tF8TjTUVCnMW3RFS/
= QEs-IP8ecBxw.QEsotx2QqqyxADOjI4otxd4-BxwWpO_AgQEsd4-LNGr8cKI1UgvD7KLNG-IPvQ9.t3ejOICghdU1_3Tm5e_1t76c_DLt3eNXvCghn9lQIq-IP-WrGqN7nDQHDFVFQ7a/ ......6a_3Veo74sNZKxMImIi2Vp095yJ9mB-IPpmDkyYxb48lWho0vQ9IYz......v3fj48KxMo4h7nDotxVElgeY-IPn9lDKr4PeGJyqylvQ98_s-hxN9L/KhBKhB ......hK34mx0sAHLtLYrLI-......9QFwd0U0uRDtXrmE75......2naFW4jI42QqzETuvz......kFFVjygIlszZcGFdPL/
= 0YQvlU-IP-IP.dPL8tm81h-IP-IPmg--AsdPLCgh-IP-IPjjTHMp1S_2MK-IP-IPH1HE5FHMp-IP..-IP-NKs-G-IPAW8-IP-IPhP1Cgh-IPdPL-IP-IPjjT0W5-IPjTU-IP-IP69H/-IP-IP PZoGF9u7pOkQvx-KmTPZoGF9u7pOkQvx-KmTPZoGF9u7pOkQvx-KmTPZoGF9u7pOkQvx-KmTOVRNg_OVRNg_XapGbxOVRNg_OVRNg_XapGbxOVRNg_OVRNg_XapGbxOVRNg_OVRNg_XapGbx/
= ......0L60RuwsLCXi6I70FbdPLCgh-IPvQ9Cgh-IP-IPR0vvMWR2ycRTt0W......-D60sNGj4m4wAD7kJp0W5pmD-IPI1C7nDdPL-WrGqN4b3NwGRev6-i/QplQpl bcVuRH_84eil.cZ8dVchVeyrWYpjHQIFm4gQ89RRWKVD7KYHmr8e4qNwQQmsONvtznw3Uekv4zwZ..GTdD8CysrEy8KhghYLgTl5dWjjT4cXcZ8eilUw1TCF_bW7T14LAd-bQaKv-m/ -IP4CI.-IP..-IPcZb.-IP-xg.-IPd4-.-IPsbW.-IPo9e.-IPgsX.-IP.KhB.-IP.-IP.-IP.-IP.-IP.-IP.-IP.-IP.-IP.-IP./-IP.
= RFSEtz6-iI1C.-IPxvrf0F3JEKRu9QF86JsbWQEsd4-_AgQEsd4-7cAVgBDiSvPZeHcnl8HMp-IP..Ife-IPs-G-IPAW8-IPw_i-IPCgh-IPdPL-IPQIq-IP0W5-IPjTU-IPV_s-IP/-IP-IP dPL4CIQ7a-IP.dPLrRfcZbhDK8Sn-xgrRfQEsd4-BxwD7KsbWQEsIG_o9e7LQnELgsXIG_-IPvQ9KhB6K7-IP-NK-IPwn_-IPg8v-IPhP1-IPn9l-IPI1C-IPjjT-IP_Ag-IPtfM-IP69H/-IP-IP
= ...O_Vx9R0zD...1LIfCt1L7...0YQ3_tsr_...cg5YfgU-Z..3_tF8T3_tF8T..lbLdgUlbLdgU..QEsd4-QEsd4-..IaaKX5IaaKX5/ ...Q2X.Q2X...Q2XQ2XQ2X...Q2XQ2XQ2X...Q2XQ2XQ2X....Q2XQ2X....Q2XQ2X....Q2XQ2X....Q2XQ2X/Q2XQ2X
& 0,0,19,j9tib 0,1,5,ADr1X 1,1,5,FIR8o 0,2,5,lLiTP 0,2,16,XICdx 0,2,17,6AqrD 0,2,19,BcwY4 0,3,19,yIU9B 0,4,5,-GUzI 0,4,8,a0aPi 1,4,8,R3VI1 0,4,16,Pvyyn 0,4,17,0YbNa 0,4,19,WYkKV 0,5,7,rvVqZ 0,5,9,wo2Dt 0,5,11,mmVbO 0,5,12,QvYfs 0,5,13,z96v8 0,5,14,uk0RH 0,5,15,JDl5h 0,5,16,_Soge 0,5,17,d-sSN 0,5,18,MbRh3 0,5,19,QcO8s 0,6,8,rU-0G 0,7,8,18bpQ 0,7,16,P8_iL 0,7,17,ge-hR 0,7,19,aZXnF 0,8,12,_-o2p
& 1,8,12,LR2A4 0,8,14,pU-Qs 0,8,18,A3c9T 0,8,19,cxC3l 0,9,16,mBfEW 0,9,17,0IuxA 0,9,19,xI_DB 0,10,19,UP_qU 0,11,16,Vr7VY 0,11,17,1l_O3 0,11,19,qVhJJ 0,12,16,7haVn 0,12,17,EqLml 0,12,19,GXdn5 0,13,16,CiPOO 1,13,16,Jhs32 0,13,17,M1ulf 0,13,19,t9TaW 0,14,16,KIjDz 0,14,17,GMuHv 0,14,19,8YCe1 0,15,16,CZI2T 1,15,16,xdH-P 0,15,17,shGaM 1,15,17,MJZ39 0,15,19,q8GpK 0,16,17,jYAiI 1,16,17,uURRn 0,16,18,MbZkI
& 0,16,19,tGdqr 0,17,18,vC860 0,17,19,gH90Y 0,18,19,sAXgE
~ loop probabilities: for (int i = 1 = #LIvcT/#cFsGw	loop probabilities: i <= counts.rows = !SUxdg/!fk9Ur	number probabilities: double sum = 1 = #6dFm-/#FR_2Z	loop probabilities: j <= counts.columns = !rTWce/!6hZuG	operator probabilities: sum = counts(i, j) + added = #kA5Zi/#ln4Xh	operator probabilities: sum -= counts(i, j) + added = #reSqV/#aKpst	missing probabilities: sum += added = #zfHUi/
~ loop probabilities: for (int j = 1 = #zHaF4/#nWkoP	loop probabilities: j < counts.columns - 1 = #N9Xki/#yJQv3	operator probabilities: p(i, j) = (counts(i, j) - added) / sum = #Ehb-_/#aKpst	missing probabilities: p(i, j) = (counts(i, j)) / sum = #XJyAU/#cFsGw	missing probabilities: p(i, j) = (added) / sum = #IVB0z/	operator probabilities: p(i, j) = (counts(i, j) + added) * sum = #QBzZf/#vT746
~ missing probabilities: p(i, j) = (counts(i, j) + added) = #QjRuN/#ln4Xh	name probabilities: sum += counts(j, j) + added = !ggx9I/!07sPg	name probabilities: sum += counts(i, i) + added = !RGT7S/	name probabilities: p(i, i) = (counts(i, j) + added) / sum = !2InJq/#yJQv3	name probabilities: p(i, j) = (counts(i, i) + added) / sum = !EYiv4/
)~")  // measured: c185c4ec0956
