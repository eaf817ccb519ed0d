/**
 * key
 * name
 * language
 * group. All people are fictitious.
 */
export const CUSTOMERS = `
customer | Familie de Vries | nl-NL | noord-holland
jansen | Familie Jansen | nl-NL | noord-holland
bakker | Marieke Bakker | nl-NL | noord-holland
visser | Pieter Visser | nl-NL | noord-holland
smit | Familie Smit | nl-NL | noord-holland
mulder | Anouk Mulder | nl-NL | noord-holland
bos | Familie Bos | nl-NL | noord-holland
walker | Emma Walker | en-US | noord-holland
vandermeer | Familie van der Meer | nl-NL | noord-holland
dekker | Thijs Dekker | nl-NL | noord-holland
duinzicht | Bloembollenbedrijf Duinzicht | nl-NL | noord-holland
polderkaas | Kaasmakerij Polderkaas | nl-NL | noord-holland
amstelstaal | Amstelstaal Werkplaatsen | nl-NL | noord-holland
thuisgroen | Woningstichting Thuisgroen | nl-NL | noord-holland
versmarkt | Versmarkt Supermarkten | nl-NL | noord-holland
hendriks | Familie Hendriks | nl-NL | brabant
vandenberg | Familie van den Berg | nl-NL | brabant
janssen | Lotte Janssen | nl-NL | brabant
maas | Familie Maas | nl-NL | brabant
willems | Bart Willems | nl-NL | brabant
smeets | Familie Smeets | nl-NL | brabant
okafor | Daniel Okafor | en-US | brabant
verhoeven | Familie Verhoeven | nl-NL | brabant
claessen | Ine Claessen | nl-NL | brabant
peelhoeve | Varkenshouderij de Peelhoeve | nl-NL | brabant
kempenkoel | Kempenkoel Logistiek | nl-NL | brabant
zeeuwsfruit | Zeeuws Fruit Coöperatie | nl-NL | brabant
dommel | Dommel Techniek | nl-NL | brabant
maasoever | Tuinderij Maasoever | nl-NL | brabant
hoekstra | Familie Hoekstra | nl-NL | noordoost
dejong | Sietske de Jong | nl-NL | noordoost
veenstra | Familie Veenstra | nl-NL | noordoost
postma | Jelle Postma | nl-NL | noordoost
huizinga | Familie Huizinga | nl-NL | noordoost
meijer | Roos Meijer | nl-NL | noordoost
terhorst | Familie ter Horst | nl-NL | noordoost
wolters | Melkveebedrijf Wolters | nl-NL | noordoost
eemsland | Akkerbouw Eemsland | nl-NL | noordoost
sallandhout | Sallandhout Meubelen | nl-NL | noordoost
noordkoel | Noordkoel Vriesopslag | nl-NL | noordoost
`;

/**
 * customer | city | latitude | longitude | street | profile | load kWh a day |
 * roofs as peak kW / inverter kW / tilt / azimuth, with ! when not controllable |
 * battery as kWh / kW | connection limit in kW. Towns are real, streets and sites made up.
 */
export const LOCATIONS = `
customer | Haarlem | 52.385 | 4.640 | Merelstraat 14 | household | 9.4 | 5.6/5/35/175 | 10/5 | 17.25
customer | Schagen | 52.787 | 4.797 | Molenweg 3 | household | 6.2 | 3.2/3/40/215 | - | 17.25
jansen | Alkmaar | 52.630 | 4.745 | Lindelaan 22 | household | 11.8 | 6.4/6/38/190 | 9.6/4.6 | 17.25
bakker | Hoorn | 52.645 | 5.055 | Kersenboogerd 51 | household | 7.1 | 4.1/3.68/30/135 | - | 17.25
visser | Zaandam | 52.440 | 4.825 | Dorpsstraat 108 | household | 8.3 | 4.4/4/45/225 | - | 17.25
smit | Purmerend | 52.505 | 4.960 | Wilgenhof 9 | household | 12.6 | 7.2/6/15/95+3.6/3/15/275 | 13.5/5 | 17.25
mulder | Hilversum | 52.225 | 5.175 | Beukenlaan 37 | household | 6.8 | 3.6/3!/42/180 | - | 17.25
bos | Heerhugowaard | 52.665 | 4.835 | Zonnepad 5 | household | 13.4 | 7.8/7/35/165 | 15/5 | 17.25
walker | Amstelveen | 52.302 | 4.860 | Esdoornlaan 64 | household | 10.2 | 5.2/5/25/200 | 10/5 | 17.25
vandermeer | Hoofddorp | 52.303 | 4.690 | Graan voor Visch 18 | household | 9.0 | 4.8/4.2/35/250 | - | 17.25
dekker | Leiden | 52.158 | 4.490 | Rozenstraat 12 | household | 7.7 | 3.4/3/45/160 | 5/2.5 | 8
duinzicht | Castricum | 52.548 | 4.670 | Zeeweg 40 | cold-store | 230 | 96/80/12/185 | - | 100
duinzicht | Wieringerwerf | 52.851 | 5.030 | Oudelandertocht 7 | cold-store | 340 | 148/125/10/180 | 200/100 | 160
polderkaas | Medemblik | 52.768 | 5.090 | Dijkweg 26 | farm | 240 | 62/50/20/170 | 60/30 | 55
amstelstaal | Aalsmeer | 52.262 | 4.757 | Handelsweg 11 | office | 220 | 84/75/10/90+84/75/10/270 | - | 160
thuisgroen | Almere | 52.370 | 5.215 | Parkwijklaan 201 | household | 8.8 | 4.2/4/30/180 | - | 17.25
thuisgroen | Almere | 52.374 | 5.222 | Parkwijklaan 215 | household | 10.9 | 4.2/4/30/180 | - | 17.25
thuisgroen | Almere | 52.378 | 5.229 | Parkwijklaan 229 | household | 7.4 | 4.2/4!/30/180 | - | 17.25
thuisgroen | Gouda | 52.012 | 4.708 | Bloemendaal 44 | household | 9.7 | 3.8/3.68!/35/210 | - | 17.25
versmarkt | Haarlem | 52.372 | 4.632 | Marktplein 2 | shop | 310 | 74/60/10/195 | 100/50 | 100
versmarkt | Utrecht | 52.095 | 5.110 | Kanaalweg 88 | shop | 380 | 110/100/10/160 | - | 160
versmarkt | Amersfoort | 52.155 | 5.385 | Stationsplein 6 | shop | 260 | 66/60!/10/180 | - | 100
hendriks | Eindhoven | 51.440 | 5.475 | Kastanjelaan 77 | household | 10.7 | 6.0/5/35/180 | 10/5 | 17.25
vandenberg | Tilburg | 51.560 | 5.085 | Koningshoeven 19 | household | 8.1 | 4.6/4/40/145 | - | 17.25
janssen | Breda | 51.585 | 4.775 | Valkenstraat 31 | household | 6.5 | 3.0/3/38/195 | 5/2.5 | 17.25
maas | Venlo | 51.370 | 6.170 | Tegelseweg 120 | household | 12.1 | 7.4/6/30/205 | - | 17.25
willems | Helmond | 51.480 | 5.655 | Brandevoort 8 | household | 9.9 | 5.4/5/45/230 | 9.6/4.6 | 17.25
smeets | Roermond | 51.195 | 5.985 | Kapellerlaan 54 | household | 11.2 | 6.2/6/35/155 | - | 24.15
okafor | Nijmegen | 51.840 | 5.860 | Berkenlaan 16 | household | 7.9 | 4.0/3.68/30/180 | - | 17.25
verhoeven | 's-Hertogenbosch | 51.695 | 5.305 | Havikstraat 3 | household | 13.0 | 8.0/8/20/110+4.0/4/20/290 | 15/5 | 17.25
claessen | Maastricht | 50.850 | 5.695 | Bergweg 27 | household | 8.5 | 4.8/4.6/35/185 | - | 17.25
peelhoeve | Deurne | 51.460 | 5.795 | Peelweg 2 | farm | 310 | 180/150/15/185 | - | 160
peelhoeve | Weert | 51.250 | 5.705 | Heistraat 61 | farm | 260 | 120/100/15/95+120/100/15/275 | 150/75 | 160
kempenkoel | Oss | 51.765 | 5.520 | Transportweg 14 | cold-store | 620 | 230/200/10/180 | 300/150 | 250
kempenkoel | Roosendaal | 51.530 | 4.460 | Industrieweg 33 | cold-store | 480 | 190/160/10/180 | - | 250
zeeuwsfruit | Goes | 51.504 | 3.890 | Boomgaardweg 5 | cold-store | 380 | 140/125/18/170 | - | 100
zeeuwsfruit | Middelburg | 51.498 | 3.612 | Oude Veerseweg 9 | farm | 160 | 45/40/25/180 | - | 55
zeeuwsfruit | Terneuzen | 51.325 | 3.840 | Polderdijk 18 | farm | 130 | 38/33!/25/200 | - | 55
dommel | Boxtel | 51.590 | 5.330 | Ladonkseweg 21 | office | 210 | 70/60/10/90+70/60/10/270 | 100/50 | 160
dommel | Uden | 51.660 | 5.615 | Vluchtoordweg 4 | office | 210 | 56/50/12/180 | - | 55
maasoever | Bergen op Zoom | 51.495 | 4.290 | Kassenlaan 10 | farm | 340 | 95/80/20/175 | - | 100
maasoever | Heerlen | 50.885 | 5.980 | Beekweg 6 | shop | 110 | 34/30/30/190 | - | 55
hoekstra | Leeuwarden | 53.200 | 5.795 | Goutumerdyk 15 | household | 9.2 | 5.0/4.6/40/180 | - | 17.25
dejong | Drachten | 53.108 | 6.100 | Zuiderbuurt 42 | household | 6.9 | 3.8/3.68/35/150 | 5/2.5 | 17.25
veenstra | Groningen | 53.215 | 6.565 | Paterswoldseweg 230 | household | 8.0 | 4.2/4/45/220 | - | 17.25
postma | Sneek | 53.030 | 5.660 | Waterpoort 7 | household | 11.5 | 6.8/6/30/190 | 10/5 | 17.25
huizinga | Assen | 52.995 | 6.560 | Asserbos 29 | household | 10.4 | 5.8/5/35/170 | - | 17.25
meijer | Deventer | 52.255 | 6.165 | Hanzestraat 83 | household | 7.3 | 3.3/3!/40/185 | - | 8
terhorst | Enschede | 52.220 | 6.890 | Twekkelerweg 11 | household | 13.7 | 7.6/7/25/90+3.8/3.68/25/270 | 13.5/5 | 24.15
terhorst | Winterswijk | 51.970 | 6.720 | Bosrand 2 | household | 6.1 | 4.4/4/35/205 | - | 17.25
wolters | Heerenveen | 52.960 | 5.925 | Tjalleberterkrite 8 | farm | 310 | 88/75/20/180 | 100/50 | 100
wolters | Dokkum | 53.325 | 6.000 | Mearswei 21 | farm | 270 | 76/66/22/195 | - | 100
wolters | Meppel | 52.695 | 6.190 | Nijeveenseweg 4 | farm | 220 | 58/50!/25/165 | - | 55
eemsland | Winschoten | 53.143 | 7.035 | Kloosterlaan 60 | farm | 140 | 240/200/15/180 | - | 160
eemsland | Appingedam | 53.315 | 6.850 | Damsterweg 13 | farm | 120 | 130/110/15/90+110/100/15/270 | 200/100 | 250
eemsland | Veendam | 53.105 | 6.878 | Langeleegte 35 | cold-store | 210 | 72/60/15/180 | - | 100
sallandhout | Zwolle | 52.510 | 6.095 | Ceintuurbaan 71 | office | 260 | 135/125/10/180 | - | 160
sallandhout | Almelo | 52.357 | 6.665 | Bornsestraat 19 | office | 150 | 64/55/12/150 | - | 100
noordkoel | Emmen | 52.785 | 6.900 | Vriesweg 1 | cold-store | 640 | 250/225/10/180 | 300/150 | 250
noordkoel | Lelystad | 52.508 | 5.475 | Binnenhavenweg 28 | cold-store | 520 | 210/185/10/185 | - | 250
`;
