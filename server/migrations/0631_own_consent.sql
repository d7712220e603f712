-- A customer who comes alone agrees on their own page.
alter table person_consent drop constraint person_consent_way_check, add constraint person_consent_way_check check (way between 1 and 4);
comment on table person_consent is 'kind 1 留存证件照片 2 拍摄人脸; way 1 柜台当面 2 电话 3 书面 4 客户自助; text_version ''''  from before texts had versions';
