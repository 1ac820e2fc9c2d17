-- A race of mirador 0.7.0 (mirador race -N 'sleep 0.01' 'sleep 0.0100'), interrupted after four runs, to be added to
-- store_0.7.sql. The text of the spec, the name made from it and the notes are those of src/race/race_spec.cpp and
-- src/race/run_text.cpp of that version.
INSERT INTO "experiment" VALUES(2,'race-sleep-8dd5aaa7','{"mirador_spec":1,"arms":["sleep 0.01","sleep 0.0100"],"family":{"name":"normal"},"scale":"log","question":{"name":"best-arm","direction":"lowest","margin":0.02},"rule":"lma","stopping":"mixture","delta":0.05,"seed":1,"note":"{\"race\":1,\"commands\":[{\"command\":\"sleep 0.01\",\"prepare\":\"\"},{\"command\":\"sleep 0.0100\",\"prepare\":\"\"}],\"metric\":\"wall\",\"shell\":[],\"warmup\":0,\"ignore_failure\":false}"}',1772647900000);
INSERT INTO "event" VALUES(2,1,3,1,0,0.012514,1772647900020,'9a0de1f3b7c84f0c8f2a5e6b1d3c7a90','{"wall":0.012514,"user":0.0007,"system":0.0003,"rss":3407872,"ending":"exited","code":0}');
INSERT INTO "event" VALUES(2,2,3,2,1,0.010826,1772647900040,'1c5b7d2e4f60813295a4b6c8d7e9f001','{"wall":0.010826,"user":0.0005,"system":0.0004,"rss":3407872,"ending":"exited","code":0}');
INSERT INTO "event" VALUES(2,3,3,3,0,0.013102,1772647900060,'e3f4a5b6c7d8091a2b3c4d5e6f708192','{"wall":0.013102,"user":0.0009,"system":0.0002,"rss":3538944,"ending":"exited","code":0}');
INSERT INTO "event" VALUES(2,4,3,4,1,0.011937,1772647900080,'70615243f4e5d6c7b8a99a8b7c6d5e4f','{"wall":0.011937,"user":0.0006,"system":0.0003,"rss":3407872,"ending":"exited","code":0}');
