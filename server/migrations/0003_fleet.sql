-- Vehicle models, vehicles, what occupies them, tickets and devices.

-- Functions may name tables that a later file creates.
set local check_function_bodies = off;

-- Models, cars and their papers.
-- The platform's: the same for every merchant, who copies rows into models of its own.
create table model_library (
  id bigint default nextval('row_id') primary key,
  brand text not null,
  series text not null,
  name text not null,
  config text not null default '',
  model_year smallint,
  car_type smallint not null check (car_type between 1 and 9),
  seats smallint not null check (seats between 2 and 55),
  doors smallint not null,
  gearbox smallint not null check (gearbox in (1, 2)),
  energy smallint not null check (energy between 1 and 6),
  displacement text not null default '',
  tank_l numeric(6,1) not null default 0,
  battery_kwh numeric(6,1) not null default 0,
  range_km int not null default 0,
  licence_class text not null default 'C1'
);
comment on table model_library is '平台车型库: tank, battery and range as the makers state them (CLTC), rounded';
alter table model_library owner to app_owner;
create unique index model_library_name on model_library (name, coalesce(model_year, 0), config);
insert into model_library
  (brand, series, name, config, model_year, car_type, seats, doors, gearbox, energy, displacement, tank_l, battery_kwh, range_km, licence_class)
values
  ('大众', '朗逸', '大众朗逸', '1.5L 自动舒适版', 2024, 1, 5, 4, 1, 1, '1.5L', 50, 0, 0, 'C2'),
  ('大众', '速腾', '大众速腾', '1.4T 自动', 2024, 2, 5, 4, 1, 1, '1.4T', 50, 0, 0, 'C2'),
  ('大众', '迈腾', '大众迈腾', '2.0T 自动', 2024, 2, 5, 4, 1, 1, '2.0T', 64, 0, 0, 'C2'),
  ('大众', '帕萨特', '大众帕萨特', '2.0T 自动', 2024, 2, 5, 4, 1, 1, '2.0T', 64, 0, 0, 'C2'),
  ('大众', 'POLO', '大众POLO', '1.5L 自动', 2023, 1, 5, 5, 1, 1, '1.5L', 45, 0, 0, 'C2'),
  ('大众', '途观L', '大众途观L', '2.0T 自动两驱', 2024, 3, 5, 5, 1, 1, '2.0T', 60, 0, 0, 'C2'),
  ('大众', '途昂', '大众途昂', '2.0T 自动四驱', 2024, 3, 7, 5, 1, 1, '2.0T', 72, 0, 0, 'C2'),
  ('大众', '威然', '大众威然', '2.0T 自动', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('大众', 'ID.4 X', '大众ID.4 X', '长续航', 2024, 3, 5, 5, 1, 3, '', 0, 83.4, 607, 'C2'),
  ('大众', 'ID.3', '大众ID.3', '标准续航', 2024, 1, 5, 5, 1, 3, '', 0, 52.8, 450, 'C2'),
  ('丰田', '卡罗拉', '丰田卡罗拉', '1.2T CVT', 2024, 1, 5, 4, 1, 1, '1.2T', 50, 0, 0, 'C2'),
  ('丰田', '卡罗拉', '丰田卡罗拉双擎', '1.8L 混动', 2024, 1, 5, 4, 1, 6, '1.8L', 43, 0, 0, 'C2'),
  ('丰田', '雷凌', '丰田雷凌', '1.2T CVT', 2024, 1, 5, 4, 1, 1, '1.2T', 50, 0, 0, 'C2'),
  ('丰田', '凯美瑞', '丰田凯美瑞', '2.0L 自动', 2024, 2, 5, 4, 1, 1, '2.0L', 60, 0, 0, 'C2'),
  ('丰田', '凯美瑞', '丰田凯美瑞双擎', '2.5L 混动', 2024, 2, 5, 4, 1, 6, '2.5L', 49, 0, 0, 'C2'),
  ('丰田', 'RAV4荣放', '丰田RAV4荣放', '2.0L CVT两驱', 2024, 3, 5, 5, 1, 1, '2.0L', 55, 0, 0, 'C2'),
  ('丰田', '汉兰达', '丰田汉兰达', '2.5L 混动四驱', 2024, 3, 7, 5, 1, 6, '2.5L', 65, 0, 0, 'C2'),
  ('丰田', '普拉多', '丰田普拉多', '2.4T 混动四驱', 2024, 3, 5, 5, 1, 6, '2.4T', 80, 0, 0, 'C2'),
  ('丰田', '赛那', '丰田赛那', '2.5L 混动', 2024, 4, 7, 5, 1, 6, '2.5L', 68, 0, 0, 'C2'),
  ('丰田', '埃尔法', '丰田埃尔法', '2.5L 混动', 2024, 4, 7, 5, 1, 6, '2.5L', 65, 0, 0, 'C2'),
  ('丰田', '柯斯达', '丰田柯斯达', '2.7L 手动 20座', 2023, 9, 20, 2, 2, 1, '2.7L', 95, 0, 0, 'A1'),
  ('本田', '思域', '本田思域', '1.5T CVT', 2024, 2, 5, 4, 1, 1, '1.5T', 47, 0, 0, 'C2'),
  ('本田', '雅阁', '本田雅阁', '1.5T CVT', 2024, 2, 5, 4, 1, 1, '1.5T', 56, 0, 0, 'C2'),
  ('本田', 'CR-V', '本田CR-V', '1.5T CVT两驱', 2024, 3, 5, 5, 1, 1, '1.5T', 53, 0, 0, 'C2'),
  ('本田', '奥德赛', '本田奥德赛', '2.0L 混动', 2024, 4, 7, 5, 1, 6, '2.0L', 55, 0, 0, 'C2'),
  ('日产', '轩逸', '日产轩逸', '1.6L CVT', 2024, 1, 5, 4, 1, 1, '1.6L', 47, 0, 0, 'C2'),
  ('日产', '天籁', '日产天籁', '2.0L CVT', 2024, 2, 5, 4, 1, 1, '2.0L', 65, 0, 0, 'C2'),
  ('日产', '逍客', '日产逍客', '2.0L CVT', 2023, 3, 5, 5, 1, 1, '2.0L', 65, 0, 0, 'C2'),
  ('日产', '奇骏', '日产奇骏', '1.5T CVT两驱', 2023, 3, 5, 5, 1, 1, '1.5T', 55, 0, 0, 'C2'),
  ('现代', '伊兰特', '现代伊兰特', '1.5L CVT', 2024, 1, 5, 4, 1, 1, '1.5L', 47, 0, 0, 'C2'),
  ('起亚', 'K3', '起亚K3', '1.5L CVT', 2023, 1, 5, 4, 1, 1, '1.5L', 50, 0, 0, 'C2'),
  ('别克', '英朗', '别克英朗', '1.5L 自动', 2023, 1, 5, 4, 1, 1, '1.5L', 47, 0, 0, 'C2'),
  ('别克', '君威', '别克君威', '1.5T 自动', 2023, 2, 5, 4, 1, 1, '1.5T', 61, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8', '2.0T 陆上公务舱', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8 ES陆尊', '2.0T 豪华型', 2024, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('别克', 'GL8', '别克GL8陆尊PHEV', '1.5T 插混', 2024, 4, 7, 5, 1, 4, '1.5T', 56, 24.4, 130, 'C2'),
  ('福特', '蒙迪欧', '福特蒙迪欧', '1.5T 自动', 2024, 2, 5, 4, 1, 1, '1.5T', 62, 0, 0, 'C2'),
  ('福特', '全顺', '福特全顺', '2.2T 手动 15座', 2023, 9, 15, 4, 2, 2, '2.2T', 80, 0, 0, 'B1'),
  ('福特', 'Mustang', '福特Mustang', '2.3T 自动敞篷', 2023, 6, 4, 2, 1, 1, '2.3T', 59, 0, 0, 'C2'),
  ('比亚迪', '秦PLUS', '比亚迪秦PLUS DM-i', '120KM', 2024, 1, 5, 4, 1, 4, '1.5L', 48, 18.3, 120, 'C2'),
  ('比亚迪', '秦PLUS', '比亚迪秦PLUS EV', '510KM', 2024, 1, 5, 4, 1, 3, '', 0, 57.6, 510, 'C2'),
  ('比亚迪', '秦L', '比亚迪秦L DM-i', '120KM', 2024, 2, 5, 4, 1, 4, '1.5L', 65, 15.9, 120, 'C2'),
  ('比亚迪', '汉', '比亚迪汉EV', '605KM', 2024, 2, 5, 4, 1, 3, '', 0, 72, 605, 'C2'),
  ('比亚迪', '汉', '比亚迪汉DM-i', '121KM', 2024, 2, 5, 4, 1, 4, '1.5T', 50, 18.3, 121, 'C2'),
  ('比亚迪', '宋PLUS', '比亚迪宋PLUS DM-i', '110KM', 2024, 3, 5, 5, 1, 4, '1.5L', 60, 18.3, 110, 'C2'),
  ('比亚迪', '宋PLUS', '比亚迪宋PLUS EV', '520KM', 2024, 3, 5, 5, 1, 3, '', 0, 71.8, 520, 'C2'),
  ('比亚迪', '元PLUS', '比亚迪元PLUS', '510KM', 2024, 3, 5, 5, 1, 3, '', 0, 60.5, 510, 'C2'),
  ('比亚迪', '唐', '比亚迪唐DM-i', '112KM', 2024, 3, 7, 5, 1, 4, '1.5T', 53, 21.5, 112, 'C2'),
  ('比亚迪', '海豚', '比亚迪海豚', '420KM', 2024, 1, 5, 5, 1, 3, '', 0, 44.9, 420, 'C2'),
  ('比亚迪', '海鸥', '比亚迪海鸥', '405KM', 2024, 1, 4, 5, 1, 3, '', 0, 38.9, 405, 'C2'),
  ('比亚迪', '海豹', '比亚迪海豹', '550KM', 2024, 2, 5, 4, 1, 3, '', 0, 61.4, 550, 'C2'),
  ('腾势', 'D9', '腾势D9 DM-i', '200KM', 2024, 4, 7, 5, 1, 4, '1.5T', 53, 40.1, 200, 'C2'),
  ('吉利', '帝豪', '吉利帝豪', '1.5L CVT', 2024, 1, 5, 4, 1, 1, '1.5L', 53, 0, 0, 'C2'),
  ('吉利', '星越L', '吉利星越L', '2.0T 自动', 2024, 3, 5, 5, 1, 1, '2.0T', 55, 0, 0, 'C2'),
  ('吉利银河', 'L6', '吉利银河L6', '125KM', 2024, 2, 5, 4, 1, 4, '1.5T', 60, 19.1, 125, 'C2'),
  ('长安', '逸动', '长安逸动', '1.6L 自动', 2023, 1, 5, 4, 1, 1, '1.6L', 53, 0, 0, 'C2'),
  ('长安', 'CS75 PLUS', '长安CS75 PLUS', '1.5T 自动', 2024, 3, 5, 5, 1, 1, '1.5T', 58, 0, 0, 'C2'),
  ('哈弗', 'H6', '哈弗H6', '1.5T 自动', 2024, 3, 5, 5, 1, 1, '1.5T', 58, 0, 0, 'C2'),
  ('坦克', '300', '坦克300', '2.0T 自动四驱', 2024, 3, 5, 5, 1, 1, '2.0T', 75, 0, 0, 'C2'),
  ('奇瑞', '瑞虎8', '奇瑞瑞虎8', '1.6T 自动', 2024, 3, 7, 5, 1, 1, '1.6T', 57, 0, 0, 'C2'),
  ('上汽大通', 'G10', '上汽大通G10', '2.0T 自动', 2023, 4, 7, 5, 1, 1, '2.0T', 75, 0, 0, 'C2'),
  ('上汽大通', 'V80', '上汽大通V80', '2.0T 手动 15座', 2023, 9, 15, 4, 2, 2, '2.0T', 80, 0, 0, 'B1'),
  ('上汽大通', '生活家V90', '上汽大通V90房车', 'C型 6人', 2023, 7, 6, 2, 1, 2, '2.0T', 80, 0, 0, 'C2'),
  ('江铃', '皮卡', '江铃大道', '2.4T 自动四驱', 2024, 8, 5, 4, 1, 2, '2.4T', 75, 0, 0, 'C2'),
  ('长城', '炮', '长城炮', '2.0T 自动四驱', 2024, 8, 5, 4, 1, 1, '2.0T', 78, 0, 0, 'C2'),
  ('传祺', 'M8', '广汽传祺M8', '2.0T 自动', 2024, 4, 7, 5, 1, 1, '2.0T', 66, 0, 0, 'C2'),
  ('埃安', 'AION S', '埃安AION S', '510KM', 2024, 2, 5, 4, 1, 3, '', 0, 59.4, 510, 'C2'),
  ('五菱', '宏光MINIEV', '五菱宏光MINIEV', '215KM', 2024, 1, 4, 3, 1, 3, '', 0, 17.3, 215, 'C2'),
  ('五菱', '五菱宏光', '五菱宏光S', '1.5L 手动', 2023, 4, 7, 5, 2, 1, '1.5L', 45, 0, 0, 'C1'),
  ('特斯拉', 'Model 3', '特斯拉Model 3', '后轮驱动版', 2024, 2, 5, 4, 1, 3, '', 0, 60, 606, 'C2'),
  ('特斯拉', 'Model Y', '特斯拉Model Y', '后轮驱动版', 2024, 3, 5, 5, 1, 3, '', 0, 60, 554, 'C2'),
  ('理想', 'L7', '理想L7', 'Pro', 2024, 3, 5, 5, 1, 5, '1.5T', 65, 42.8, 225, 'C2'),
  ('理想', 'L9', '理想L9', 'Pro', 2024, 5, 6, 5, 1, 5, '1.5T', 65, 52.3, 280, 'C2'),
  ('问界', 'M7', '问界M7', '增程 240KM', 2024, 3, 5, 5, 1, 5, '1.5T', 60, 40, 240, 'C2'),
  ('小鹏', 'P7i', '小鹏P7i', '550KM', 2024, 2, 5, 4, 1, 3, '', 0, 64.4, 550, 'C2'),
  ('蔚来', 'ET5', '蔚来ET5', '75kWh', 2024, 5, 5, 4, 1, 3, '', 0, 75, 560, 'C2'),
  ('小米', 'SU7', '小米SU7', '标准版 700KM', 2024, 2, 5, 4, 1, 3, '', 0, 73.6, 700, 'C2'),
  ('奥迪', 'A4L', '奥迪A4L', '40 TFSI', 2024, 5, 5, 4, 1, 1, '2.0T', 54, 0, 0, 'C2'),
  ('奥迪', 'A6L', '奥迪A6L', '45 TFSI', 2024, 5, 5, 4, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('奥迪', 'Q5L', '奥迪Q5L', '40 TFSI 四驱', 2024, 5, 5, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('宝马', '3系', '宝马325Li', 'M运动套装', 2024, 5, 5, 4, 1, 1, '2.0T', 59, 0, 0, 'C2'),
  ('宝马', '5系', '宝马530Li', '豪华套装', 2024, 5, 5, 4, 1, 1, '2.0T', 60, 0, 0, 'C2'),
  ('宝马', 'X3', '宝马X3', 'xDrive30i', 2023, 5, 5, 5, 1, 1, '2.0T', 65, 0, 0, 'C2'),
  ('宝马', 'Z4', '宝马Z4', 'sDrive25i 敞篷', 2023, 6, 2, 2, 1, 1, '2.0T', 52, 0, 0, 'C2'),
  ('奔驰', 'C级', '奔驰C260L', '运动版', 2024, 5, 5, 4, 1, 1, '1.5T', 66, 0, 0, 'C2'),
  ('奔驰', 'E级', '奔驰E300L', '时尚型', 2024, 5, 5, 4, 1, 1, '2.0T', 66, 0, 0, 'C2'),
  ('奔驰', 'GLC', '奔驰GLC260L', '4MATIC 动感型', 2024, 5, 5, 5, 1, 1, '2.0T', 62, 0, 0, 'C2'),
  ('奔驰', 'V级', '奔驰V260L', '尊贵版', 2023, 4, 7, 5, 1, 1, '2.0T', 70, 0, 0, 'C2'),
  ('保时捷', '718', '保时捷718 Boxster', '2.0T 敞篷', 2023, 6, 2, 2, 1, 1, '2.0T', 54, 0, 0, 'C2'),
  ('Jeep', '牧马人', 'Jeep牧马人', '2.0T 四门四驱', 2023, 3, 5, 5, 1, 1, '2.0T', 82, 0, 0, 'C2'),
  ('依维柯', '欧胜', '依维柯房车', 'C型 6人', 2023, 7, 6, 2, 1, 2, '3.0T', 90, 0, 0, 'C2');
grant select on model_library to tenant;

create table model (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  brand text not null,
  series text not null,
  name text not null,
  model_year smallint,
  car_type smallint not null check (car_type between 1 and 9),
  seats smallint not null check (seats between 2 and 55),
  doors smallint not null default 4,
  gearbox smallint not null default 1 check (gearbox in (1, 2)),
  energy smallint not null default 1 check (energy between 1 and 6),
  displacement text not null default '',
  tank_l numeric(6,1) not null default 0,
  battery_kwh numeric(6,1) not null default 0,
  range_km int not null default 0,
  licence_class text not null default 'C1',
  images text[] not null default '{}',
  deposit_rent_fen bigint check (deposit_rent_fen >= 0),
  deposit_violation_fen bigint check (deposit_violation_fen >= 0),
  mileage_limit_km_per_day int not null default 0,
  over_mileage_per_km_fen bigint not null default 0,
  class_rank smallint not null default 0,
  status smallint not null default 1 check (status in (0, 1)),
  sort int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  config text not null default '',
  image_ids bigint[] not null default '{}',
  -- Care (保养): a model may have intervals of its own, a car knows when it was last cared for, and what the garage wrote on its sheet.
  care_every_km int check (care_every_km between 1000 and 50000),
  care_every_days smallint check (care_every_days between 30 and 730),
  primary key (merchant_id, id)
);
comment on column model.images is 'paths of image_ids in their order: lists sign links without looking the files up';
comment on column model.class_rank is 'A model of the same or a higher rank may stand in as an upgrade';
comment on column model.care_every_km is 'Null: the setting of the merchant or store; care_every_days likewise';
create unique index model_name on model (merchant_id, name, coalesce(model_year, 0), config);
select tenant_table('model');

create table pool (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id)
);
comment on table pool is '库存池 (store, model): the row that a booking locks';
create unique index pool_pair on pool (merchant_id, store_id, model_id);
select tenant_table('pool');

create table vehicle (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  plate text not null,
  plate_kind smallint not null default 1,
  plate_color smallint not null default 1,
  vin text not null,
  engine_no text not null default '',
  model_id bigint not null,
  colour text not null default '',
  register_on date,
  use_nature smallint not null default 1,
  ownership smallint not null default 1,
  home_store_id bigint not null,
  current_store_id bigint not null,
  parking_note text not null default '',
  key_count smallint not null default 2,
  odometer_km int not null default 0 check (odometer_km >= 0),
  fuel_pct numeric(5,1),
  battery_pct numeric(5,1),
  insurance_expire_on date,
  inspection_expire_on date,
  lifecycle smallint not null default 0 check (lifecycle between 0 and 3),
  turnaround_done_at timestamptz,
  tags text[] not null default '{}',
  remark text not null default '',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  plate_expire_on date,
  purchase_on date,
  purchase_fen bigint check (purchase_fen >= 0),
  owner_name text not null default '',
  rental_cert_no text not null default '',
  commercial_expire_on date,
  photo_ids bigint[] not null default '{}',
  -- When the first of a vehicle's papers ends, so that the few that end soon are counted from an index instead of the fleet.
  papers_end_on date generated always as (least(insurance_expire_on, inspection_expire_on, commercial_expire_on, plate_expire_on)) stored,
  -- Where a car stands, as it was photographed at its return; it goes with the words of it.
  parking_photo_id bigint,
  care_km int check (care_km >= 0),
  care_on date,
  -- What the garage says of the next, which wins over the intervals.
  next_care_km int check (next_care_km > 0),
  next_care_on date,
  -- The day that its care was told to be due; null once it has been done.
  care_told_on date,
  -- What its device says each night: the odometer, where it agrees with the last handover, and the kilometres of a day.
  reported_km int check (reported_km >= 0),
  km_per_day int check (km_per_day >= 0),
  -- Plates a car had before, with when each was taken off: a violation of a temporary plate comes weeks after the final one.
  former_plates jsonb not null default '[]',
  -- Where the keys of a car are, for whoever takes it without staff.
  key_note text not null default '' check (length(key_note) <= 100),
  primary key (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, home_store_id) references store (merchant_id, id),
  foreign key (merchant_id, current_store_id) references store (merchant_id, id)
);
comment on column vehicle.insurance_expire_on is 'Last day of the last compulsory policy; kept with the policies, as commercial_expire_on is';
comment on column vehicle.lifecycle is '0 待上架 1 在营 2 下架 3 已处置';
comment on column vehicle.parking_photo_id is 'With parking_note: from the return until the next pickup, or until somebody writes another place';
comment on column vehicle.former_plates is '[{plate, until}], epoch ms, the oldest first';
create unique index vehicle_plate on vehicle (merchant_id, plate) where lifecycle <> {lifecycle.disposed};
create unique index vehicle_vin on vehicle (merchant_id, vin);
create index vehicle_papers on vehicle (merchant_id, papers_end_on) include (home_store_id, current_store_id) where lifecycle = {lifecycle.inService};

-- Cars that are kept and not in service: the few that a count of what is on rent leaves out.
create index vehicle_off on vehicle (merchant_id, id) include (home_store_id, current_store_id) where lifecycle in ({lifecycle.waiting}, {lifecycle.off});
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) include (id, current_store_id, plate) where lifecycle = {lifecycle.inService};
-- Lists of the whole fleet that are sorted by figures read where each vehicle is and what it is called from an index, not from its row.
create index vehicle_fleet on vehicle (merchant_id, id) include (home_store_id, current_store_id, model_id, ownership, plate, lifecycle);
select tenant_table('vehicle');
select store_scoped('vehicle', 'home_store_id', 'current_store_id');
grant update (updated_at) on vehicle to definer;

create table vehicle_period (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  home_store_id bigint not null,
  model_id bigint not null,
  lifecycle smallint not null,
  from_at timestamptz not null default app_now(),
  to_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  constraint vehicle_period_once exclude using gist (merchant_id with =, vehicle_id with =, tstzrange(from_at,
case
    when (to_at < from_at) then from_at
    else to_at
end) with &&)
);
comment on table vehicle_period is 'Where a vehicle belonged when: gives fleet hours';
create unique index vehicle_period_open on vehicle_period (merchant_id, vehicle_id) where to_at is null;
create index vehicle_period_time on vehicle_period (merchant_id, vehicle_id, from_at);
select tenant_table('vehicle_period');

create table vehicle_document (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 6),
  insurance_kind smallint check (insurance_kind between 1 and 3),
  no text not null default '',
  insurer text not null default '',
  start_on date,
  end_on date,
  amount_fen bigint check (amount_fen >= 0),
  sum_insured_fen bigint check (sum_insured_fen > 0),
  media_ids bigint[] not null default '{}',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((kind = {documentKind.policy}) = (insurance_kind is not null)),
  check (start_on is null or end_on is null or start_on <= end_on),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_document is 'kind 1 行驶证 2 登记证 3 保单 4 年检 5 租赁备案 6 其他; insurance_kind 1 交强险 2 商业险 3 座位险; a policy without start_on is good since ever';
comment on column vehicle_document.sum_insured_fen is 'Of a policy: 保额, fen; null: not known';
comment on column vehicle_document.amount_fen is 'Of a policy: its premium, which is a cost of its period (vehicle_cost, source 6)';
create index vehicle_document_vehicle on vehicle_document (merchant_id, vehicle_id) where removed_at is null;
select tenant_table('vehicle_document');

-- Which cars are free: what occupies them, stops of sale.
create table occupancy (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  vehicle_id bigint,
  from_at timestamptz not null,
  to_at timestamptz not null,
  period tstzrange not null generated always as (tstzrange(from_at, to_at, '[)')) stored,
  kind smallint not null check (kind between 0 and 6),
  ref_id bigint not null,
  pinned boolean not null default false,
  active boolean not null default true,
  on_rent boolean not null default false,
  one_way boolean not null default false,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- Until when a car is held as the stock reads it: one that is out is held until it is back, whenever that is. A plan made for
  -- any value (`to_at > $1 or on_rent`) read the whole past of a pool, 30,000 rows for the thousand that count.
  held_to timestamptz not null generated always as (
case
    when on_rent then 'infinity'::timestamp with time zone
    else to_at
end) stored,
  -- What the stock asks of an order is kept on what the order holds, so that reading a pool joins no row of "order". Two triggers
  -- keep these four columns, whoever writes either table.
  order_status smallint,
  pickup_at timestamptz,
  return_at timestamptz,
  source smallint,
  check (from_at < to_at),
  -- Without a vehicle: an order still being placed, or one that lost its vehicle (排车冲突).
  check (vehicle_id is not null or kind in ({occupancyKind.order}, {occupancyKind.placing})),
  constraint occupancy_no_overlap exclude using gist (merchant_id with =, vehicle_id with =, period with &&) where ((active and (kind = any (array[{occupancyKind.order}, {occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection}])))) deferrable initially deferred,
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  primary key (merchant_id, ref_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);
comment on table occupancy is 'Who holds which vehicle when. kind 0 订单 1 调车 2 维保 3 年检 4 停售(单车) 5 排车中 6 证件过期; one_way: the vehicle leaves its pool at to_at';
comment on column occupancy.order_status is 'Of the order (kind 0, 5) while active; 1 for 1 to 4, which the stock treats alike, so that those steps write nothing here';
create unique index occupancy_on_rent on occupancy (merchant_id, vehicle_id) where on_rent and active;
create index occupancy_ticket on occupancy (merchant_id, kind, to_at) where active and kind in ({occupancyKind.relocation}, {occupancyKind.maintenance}, {occupancyKind.inspection});

-- Orders that lost their car, and those still being placed: few rows, looked for in every pool at once.
create index occupancy_waiting on occupancy (merchant_id, store_id, model_id, to_at) where active and vehicle_id is null;
create index occupancy_out on occupancy (merchant_id) include (vehicle_id, kind, order_status, return_at) where on_rent and active;
create index occupancy_now on occupancy (merchant_id, to_at) include (vehicle_id, kind, from_at, order_status, return_at, ref_id)
  where active;
-- Cars whose order has not gone out yet, by when it needs them: those of the next hours are few.
create index occupancy_leaving on occupancy (merchant_id, from_at) include (vehicle_id, to_at)
  where active and vehicle_id is not null and kind = {occupancyKind.order} and order_status = {orderStatus.submitted};
create index occupancy_pool on occupancy (merchant_id, store_id, model_id, held_to)
  include (kind, ref_id, vehicle_id, from_at, to_at, pinned, on_rent, one_way, order_status, source, pickup_at, return_at) where active;
create index occupancy_vehicle on occupancy (merchant_id, vehicle_id, held_to) include (kind, ref_id, to_at, on_rent, order_status) where active;
select tenant_table('occupancy');
grant update on occupancy to definer;

create table stop_sale (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  quantity int check (quantity >= 1),
  channels smallint[] not null default '{}',
  reason smallint not null default 5,
  remark text not null default '',
  removed_at timestamptz,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  -- A stop of one vehicle takes it as an occupancy of kind 4 whose ref_id is this row, which says why and by whom.
  vehicle_id bigint,
  primary key (merchant_id, id),
  check (from_at < to_at),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on column stop_sale.quantity is 'null: all vehicles of the pool, whatever their number';
comment on column stop_sale.vehicle_id is 'Null: so many vehicles of the pool. Else this one, by its occupancy of kind 4';
create index stop_sale_pool on stop_sale (merchant_id, store_id, model_id, to_at) where removed_at is null;
select tenant_table('stop_sale');

create table pool_delta (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  store_id bigint not null,
  model_id bigint not null,
  at timestamptz not null,
  delta smallint not null check (delta in (-1, 1)),
  vehicle_id bigint,
  ref_type text not null,
  ref_id bigint not null,
  consumed boolean not null default false,
  primary key (merchant_id, id),
  check (delta = -1 or vehicle_id is not null)
);
comment on table pool_delta is 'A planned move of one vehicle into (+1) or out of (-1) a pool';
create index pool_delta_pool on pool_delta (merchant_id, store_id, model_id, at) where not consumed;
create index pool_delta_ref on pool_delta (merchant_id, ref_id);
select tenant_table('pool_delta', 'insert, update, delete');

-- Garages and inspection stations as records of a merchant, chosen by tickets. A ticket also keeps the name, phone number and address
-- that it was planned with, because an ended ticket must not change when its garage moves.
create table garage (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 60),
  phone text not null default '' check (length(phone) <= 20),
  address text not null default '' check (length(address) <= 120),
  works smallint[] not null default '{}',
  enabled boolean not null default true,
  merged_into_id bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, merged_into_id) references garage (merchant_id, id)
);
comment on table garage is 'Garages and inspection stations of a merchant, for all its stores';
comment on column garage.works is 'Kinds of work: the types of maintenance, and 7 for inspections; empty: any';
comment on column garage.merged_into_id is 'The record that has its tickets now: it was another one of the same garage';
create unique index garage_name on garage (merchant_id, name) where merged_into_id is null;
create index garage_list on garage (merchant_id, enabled, id) where merged_into_id is null;
create index garage_merged on garage (merchant_id, merged_into_id) where merged_into_id is not null;
select tenant_table('garage');

-- Work on cars: moving, maintenance, yearly inspection. One table for the three kinds; what one kind alone has is null for the others.
-- While a ticket is planned its car is taken by an occupancy of the kind's own, whose ref_id is the ticket.
create table ticket (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  no text not null,
  kind smallint not null check (kind between 1 and 3),
  vehicle_id bigint not null,
  store_id bigint not null,
  status smallint not null default 1 check (status between 1 and 5),
  plan_start timestamptz,
  plan_end timestamptz check (plan_end > plan_start),
  actual_start timestamptz,
  actual_end timestamptz check (actual_end >= actual_start),
  assignee_id bigint,
  priority smallint not null default 1 check (priority in (1, 2)),
  maintain_type smallint check (maintain_type between 1 and 6),
  work text not null default '' check (length(work) <= 500),
  garage_id bigint,
  garage_name text not null default '' check (length(garage_name) <= 60),
  garage_phone text not null default '' check (length(garage_phone) <= 20),
  garage_address text not null default '' check (length(garage_address) <= 120),
  start_km int check (start_km >= 0),
  end_km int check (end_km >= start_km),
  start_photo_ids bigint[] not null default '{}',
  end_photo_ids bigint[] not null default '{}',
  -- What the garage asks, and what of it somebody else has approved. Neither is in the ledger.
  quote_fen bigint check (quote_fen >= 0),
  quoted_by bigint,
  approved_fen bigint check (approved_fen >= 0),
  approved_by bigint,
  costs jsonb not null default '[]',
  remark text not null default '' check (length(remark) <= 500),
  log jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  -- A car is moved from its store to another; who sees either of them sees the ticket.
  to_store_id bigint,
  reason smallint check (reason between 1 and 5),
  mode smallint check (mode in (1, 2)),
  carrier text not null default '' check (length(carrier) <= 60),
  waybill text not null default '' check (length(waybill) <= 40),
  change_home boolean not null default false,
  start_fuel_pct smallint check (start_fuel_pct between 0 and 100),
  start_battery_pct smallint check (start_battery_pct between 0 and 100),
  end_fuel_pct smallint check (end_fuel_pct between 0 and 100),
  end_battery_pct smallint check (end_battery_pct between 0 and 100),
  -- Tickets of yearly inspection: the last good day they are for, what the station said, and where a ticket of maintenance came from.
  -- The last good day of the paper when it was made; null where the car had none.
  due_on date,
  agency text not null default '' check (length(agency) <= 60),
  place text not null default '' check (length(place) <= 120),
  inspected_on date,
  new_end_on date,
  inspection_result smallint check (inspection_result in (1, 2)),
  certificate_ids bigint[] not null default '{}',
  -- The ticket that this one was made from.
  origin_id bigint,
  -- What the garage wrote on the sheet of this care.
  next_care_km int check (next_care_km > 0),
  next_care_on date,
  -- A repair that was ordered for a case of damage: one at a time for a case.
  damage_id bigint,
  -- Since when the quote or the costs of a ticket wait for the approval of a second person; null while they do not.
  asked_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id),
  foreign key (merchant_id, garage_id) references garage (merchant_id, id),
  foreign key (merchant_id, to_store_id) references store (merchant_id, id),
  foreign key (merchant_id, origin_id) references ticket (merchant_id, id),
  check (kind <> {ticketKind.maintenance} or maintain_type is not null),
  check ((plan_start is null) = (plan_end is null)),
  check (kind <> {ticketKind.relocation} or (to_store_id is not null and to_store_id <> store_id and reason is not null and mode is not null))
);
comment on table ticket is 'kind 1 调车 2 维保 3 年检; status: not begun 1, 调车 2 在途 3 已完成 4 已取消, 维保 2 维修中 3 待验收 4 已完成 5 已取消, 年检 2 办理中 3 已完成 4 待复检 5 已取消; costs [{item, amount, payer}] in fen, log [{at, by, action, note}]';
comment on column ticket.change_home is 'The car belongs to to_store_id from its arrival on; its pool_delta rows have ref_type ''relocation''';
comment on column ticket.inspection_result is '1 合格 2 不合格';
comment on column ticket.quoted_by is 'who entered what the ticket costs last: the quote or the costs';
comment on column ticket.garage_id is 'The garage of a maintenance, or the station of an inspection';
create unique index ticket_no on ticket (merchant_id, no);
create index ticket_list on ticket (merchant_id, kind, status, id);
create index ticket_newest on ticket (merchant_id, kind, id);
create index ticket_due on ticket (merchant_id, coalesce(due_on - '1970-01-01'::date, 2147483647), id) where kind = {ticketKind.yearly};
create index ticket_vehicle on ticket (merchant_id, vehicle_id, id);
create index ticket_overdue on ticket (plan_end, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.onTheWay})
    or (kind = {ticketKind.maintenance} and status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
    or (kind = {ticketKind.yearly} and status in ({yearlyStatus.running}, {yearlyStatus.again}));

-- One for a car and the end of its paper, however many servers make them; of a car without a paper one at a time.
create unique index ticket_inspection on ticket (merchant_id, vehicle_id, due_on) nulls not distinct
  where kind = {ticketKind.yearly} and (status in ({yearlyStatus.waiting}, {yearlyStatus.running}, {yearlyStatus.again})
    or status = {yearlyStatus.done} and due_on is not null);

-- One repair at a time comes of a ticket.
create unique index ticket_origin on ticket (merchant_id, origin_id) where kind = {ticketKind.maintenance} and status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});

create index ticket_of_origin on ticket (merchant_id, origin_id, id) where origin_id is not null;

-- Whose tickets are to be given to another, when an employee leaves.
create index ticket_assignee on ticket (merchant_id, assignee_id) where assignee_id is not null;
create unique index ticket_damage on ticket (merchant_id, damage_id)
  where status in ({maintenanceStatus.waiting}, {maintenanceStatus.repairing}, {maintenanceStatus.checking});

-- Of a case all that were made for it.
create index ticket_of_damage on ticket (merchant_id, damage_id, id) where damage_id is not null;
create index ticket_waiting on ticket (plan_start, id)
  where (kind = {ticketKind.relocation} and status = {relocationStatus.waiting} or kind = {ticketKind.maintenance} and status = {maintenanceStatus.waiting}
    or kind = {ticketKind.yearly} and status = {yearlyStatus.waiting}) and plan_start is not null;
-- What a month is closed without.
create index ticket_without_cost on ticket (merchant_id, actual_end)
  where kind = {ticketKind.maintenance} and status = {maintenanceStatus.done} and costs = '[]';
create index ticket_asked on ticket (merchant_id, id) where asked_at is not null;

-- Garages of earlier tickets are proposed while one is typed: the newest are read, and no others.
create index ticket_garage on ticket (merchant_id, id desc) where garage_name <> '';
create index ticket_of_garage on ticket (merchant_id, garage_id, id) where garage_id is not null;
select tenant_table('ticket');
select store_scoped('ticket', 'store_id', 'to_store_id');

-- Who may move which car, and who might: one fact, kept by the database whenever an order, a ticket, a driver's task or a stop of sale
-- changes, as `occupancy` keeps what the stock asks. Alarms, commands, maps, profit, bills and violations ask it and nothing else. A car
-- without a row for a moment is nobody's then.
create table vehicle_use (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 5),
  -- The row that says so: vehicle_assignment, ticket, driver_task, stop_sale.
  ref_id bigint not null,
  order_id bigint,
  renter_id bigint,
  account_id bigint,
  since_at timestamptz not null,
  -- Null while it goes on.
  until_at timestamptz check (until_at > since_at),
  -- When it should end, by the order or the plan of the ticket.
  due_at timestamptz,
  primary key (merchant_id, kind, ref_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_use is 'kind 1 客户用车 2 调车 3 维保年检 4 送取车 5 自用, the first of them counts; kept by triggers alone';
create index vehicle_use_vehicle on vehicle_use (merchant_id, vehicle_id, since_at);
create index vehicle_use_open on vehicle_use (merchant_id, vehicle_id) include (kind, order_id, since_at, due_at) where until_at is null;
create index vehicle_use_end on vehicle_use (merchant_id, until_at);
create index vehicle_use_order on vehicle_use (merchant_id, order_id) where order_id is not null;
select tenant_table('vehicle_use', '');
grant insert, update, delete on vehicle_use to definer;

-- Terminals in cars, where they are and what they were told. Coordinates are WGS-84 in millionths of a degree, speeds in 0.1 km/h,
-- as terminals tell them.
-- Which terminal is whose: read by the gateway before it knows a merchant, so outside of any policy.
create table terminal (
  -- The phone of its header as lower-case hex without leading zeros, so that it is the same in frames of 2013 and of 2019.
  phone text primary key check (phone ~ '^(0|[1-9a-f][0-9a-f]{0,19})$'),
  merchant_id bigint not null references merchant (id),
  device_id bigint not null unique,
  auth_hash bytea,
  -- Rises when the code is made new: a terminal that asks again for a lost answer gets the same code until then.
  code_no int not null default 1,
  registered_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- What a terminal registers with is printed on it and no secret. Its code is therefore told until it was used once, wrong registrations
  -- are counted, and a session that two networks claim raises an alarm.
  -- When the code was first used to log in: from then on it is told to nobody. A terminal that has logged in since it registered has used it.
  used_at timestamptz
);
comment on table terminal is 'Registry of the platform: phone of a terminal, whose device it is, and its code. Read by the gateway; tenants reach it through functions alone';
alter table terminal owner to app_owner;
grant select, insert, update on terminal to definer;

-- Processes that hold links to terminals; one that is silent for 15 s has lost them.
create table gateway_node (
  id text primary key check (length(id) between 1 and 64),
  started_at timestamptz not null default app_now(),
  beat_at timestamptz not null default app_now()
);
comment on table gateway_node is 'Gateways of vehicle control, with a beat of 5 s';
alter table gateway_node owner to app_owner;
grant select, insert, update, delete on gateway_node to gate, definer;

-- Which items of a maker's devices are the charge and the range of an electric car: no standard names them.
create table charge_profile (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 30),
  -- The id of an additional item as two hex digits, or the name of an attribute of a Traccar; empty: it is not reported.
  charge_item text not null default '' check (length(charge_item) <= 40),
  -- Hundredths of a percent for one.
  charge_scale int not null default 100 check (charge_scale between 1 and 100000),
  range_item text not null default '' check (length(range_item) <= 40),
  -- Hundredths of the unit for one.
  range_scale int not null default 100 check (range_scale between 1 and 100000),
  range_unit smallint not null default 1 check (range_unit between 1 and 3),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (charge_item <> '' or range_item <> '')
);
comment on table charge_profile is 'range_unit 1 km 2 m 3 mile';
create unique index charge_profile_name on charge_profile (merchant_id, name);
select tenant_table('charge_profile', 'insert, update, delete');

create table device (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  phone text not null check (phone ~ '^(0|[1-9a-f][0-9a-f]{0,19})$'),
  -- Printed on it, and told when it registers: only one that was entered before gets in.
  terminal_id text not null default '' check (length(terminal_id) <= 30),
  imei text not null default '' check (imei ~ '^([0-9]{15})?$'),
  iccid text not null default '' check (length(iccid) <= 20),
  protocol smallint not null default 2013 check (protocol in (2013, 2019)),
  maker_id text not null default '' check (length(maker_id) <= 11),
  model_code text not null default '' check (length(model_code) <= 30),
  -- How commands are written for it: words of oil and power A 64/65, B F0/F1, C message A006; none: it cannot cut.
  profile smallint not null default 0 check (profile between 0 and 4),
  -- How it reports: 1 to the gateway itself, others to a Traccar that forwards, by this protocol.
  kind smallint not null default 1 check (kind between 1 and 8),
  door_inverted boolean not null default false,
  ctl_short boolean not null default false,
  vehicle_id bigint,
  role smallint not null default 1 check (role between 1 and 2),
  bound_at timestamptz,
  -- Since when the engine is, or may be, cut: set before the bytes leave, cleared by a status bit that confirms the restore or by unbinding.
  cut_at timestamptz,
  remark text not null default '' check (length(remark) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  -- 1 by Beijing time, as the standard asks; 2 by UTC.
  clock smallint not null default 1 check (clock between 1 and 2),
  charge_profile_id bigint,
  primary key (merchant_id, id),
  foreign key (merchant_id, charge_profile_id) references charge_profile (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  check ((vehicle_id is null) = (bound_at is null)),
  check (vehicle_id is not null or cut_at is null)
);
comment on table device is 'profile 0 无 1 A 2 B 3 C 4 Traccar; kind 1 直连; role 1 主 2 备';
create unique index device_vehicle on device (merchant_id, vehicle_id, role) where vehicle_id is not null;
create index device_page on device (merchant_id, id desc) include (vehicle_id);
create index device_charge_profile on device (merchant_id, charge_profile_id) where charge_profile_id is not null;
select tenant_table('device');
grant update (cut_at, maker_id, model_code, protocol, updated_at) on device to definer;

-- Which car a device was in, and when: a track is the car's, wherever its device is today.
create table device_stay (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  from_at timestamptz not null default app_now(),
  to_at timestamptz,
  vehicle_id bigint not null,
  role smallint not null,
  primary key (merchant_id, device_id, from_at),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table device_stay is 'Devices in cars, [from_at, to_at)';
create index device_stay_vehicle on device_stay (merchant_id, vehicle_id, from_at);
select tenant_table('device_stay');

-- What a device says now: a row of its own with no index but its key and room on its page, so that thousands of updates a second stay in place.
create table device_live (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  -- Who holds its link; a later one has a higher number, and the older closes when it sees that.
  node text,
  session_no bigint not null default 0,
  connected_at timestamptz,
  last_msg_at timestamptz,
  -- The last fix that was live and newer than the one before, by the device's clock and by ours.
  at timestamptz,
  received_at timestamptz,
  lat_e6 int check (abs(lat_e6) <= 90000000),
  lng_e6 int check (abs(lng_e6) <= 180000000),
  speed smallint,
  pulse_speed smallint,
  course smallint,
  altitude smallint,
  satellites smallint,
  signal smallint,
  -- Status bits of the protocol: 0 ACC, 10 oil cut, 11 power cut, 12 door locked, 13–17 doors.
  status_bits bigint not null default 0,
  alarm_bits bigint not null default 0,
  acc boolean,
  locked boolean,
  door_open boolean,
  cut boolean,
  odometer_m int,
  fuel_dl int,
  battery_mv int,
  -- Of an electric car, by the charge profile of the device.
  charge_pct smallint check (charge_pct between 0 and 100),
  range_km smallint check (range_km >= 0),
  -- Since when its valid fixes have been below 5 km/h; null: it moves, or nobody knows.
  stopped_since timestamptz,
  -- Where it last rested, and since when: movement is measured from there.
  rest_at timestamptz,
  rest_lat_e6 int,
  rest_lng_e6 int,
  -- The network (IPv4 /32, IPv6 /64) that the session comes from, and when it last came from another one than before.
  network text,
  moved_at timestamptz,
  primary key (merchant_id, device_id),
  foreign key (merchant_id, device_id) references device (merchant_id, id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
comment on table device_live is 'Last state of a device; only the gateway writes it. locked and cut null: the device tells nothing of it';
select tenant_table('device_live', '');
grant insert, update on device_live to definer;

-- Every fix, by days. A day is a partition, made ahead; what has none yet stands in `position_rest` until its day is made.
create table position (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  at timestamptz not null,
  received_at timestamptz not null default app_now(),
  lat_e6 int not null,
  lng_e6 int not null,
  speed smallint not null default 0,
  pulse_speed smallint,
  course smallint not null default 0,
  altitude smallint not null default 0,
  satellites smallint,
  signal smallint,
  -- Told with a fix of satellites; without one the place is the last that the device knew.
  valid boolean not null,
  backfill boolean not null default false,
  status_bits bigint not null default 0,
  alarm_bits bigint not null default 0,
  odometer_m int,
  fuel_dl int,
  primary key (merchant_id, device_id, at)
) partition by range (at);
comment on table position is 'Where devices were, kept for trackRetentionDays of the merchant and 365 days at most; a day is reached through this table alone';
select tenant_table('position', '');
grant insert, delete on position to definer;

create table position_rest partition of position default;
alter table position_rest owner to app_owner;

-- Sums of a day that stay when its fixes are gone.
create table device_km (
  merchant_id bigint not null default merchant(),
  device_id bigint not null,
  day date not null,
  metres int not null default 0 check (metres >= 0),
  moving_s int not null default 0 check (moving_s >= 0),
  fixes int not null default 0 check (fixes >= 0),
  odometer_m int,
  primary key (merchant_id, device_id, day),
  foreign key (merchant_id, device_id) references device (merchant_id, id)
) with (fillfactor = 80);
comment on table device_km is 'How far a device went in a day';
select tenant_table('device_km', '');
grant insert, update on device_km to definer;

-- How a car was driven while an order had it: sums of its positions until through_at, and where the sum goes on from.
create table driving (
  merchant_id bigint not null default merchant(),
  -- Of vehicle_use: each stay of a car with an order.
  ref_id bigint not null,
  order_id bigint not null,
  vehicle_id bigint not null,
  through_at timestamptz not null,
  sums jsonb not null,
  -- Summed once more when late reports had their time to arrive.
  closed boolean not null default false,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, ref_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table driving is 'How a car was driven while an order had it; kept as long as its track';
create index driving_order on driving (merchant_id, order_id);
create index driving_through on driving (merchant_id, through_at);
create index driving_vehicle on driving (merchant_id, vehicle_id);
select tenant_table('driving', 'insert, update, delete');

-- What somebody told a car to do: the row comes first, a gateway carries it out, and what was refused stays.
create table command (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  device_id bigint not null,
  order_id bigint,
  type smallint not null check (type between 1 and 10),
  state smallint not null check (state between 0 and 8),
  -- text of a broadcast, interval and duration of following, parameters.
  params jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 200),
  category smallint check (category between 1 and 4),
  -- A cut that waits until the car stands, up to two hours.
  armed boolean not null default false,
  -- A second person's yes is asked for from ready_at on (a merchant without one waits); expire_at ends 0 and 1.
  ready_at timestamptz,
  expire_at timestamptz,
  approved_by bigint,
  approved_at timestamptz,
  node text,
  session_no bigint,
  serial int check (serial >= 0 and serial <= 65535),
  sends smallint not null default 0,
  sent_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  -- The number of the refusal, where it was refused; or what the device answered.
  refusal int,
  answer smallint,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  check ((state = {commandState.refused}) = (refusal is not null)),
  check ((type = {commandType.engineCut}) >= (category is not null))
);
comment on table command is 'type, state: domain vehicle-control/codes.ts; category 1 超时失联 2 被盗 3 合同解除 4 公安要求; created_by 0: the system';
create unique index command_running on command (merchant_id, vehicle_id, type)
  where state in ({commandState.toApprove}, {commandState.toSend}, {commandState.sent});
create index command_vehicle on command (merchant_id, vehicle_id, id desc);
create index command_open on command (merchant_id, device_id, state, id)
  where state in ({commandState.toApprove}, {commandState.toSend}, {commandState.sent}, {commandState.answered});
create index command_due on command (expire_at, id) where state in ({commandState.toApprove}, {commandState.toSend});
create index command_sending on command (id) where state in ({commandState.toSend}, {commandState.sent});
create index command_restoring on command (merchant_id, device_id) where type = {commandType.engineRestore} and state = {commandState.answered};
-- Commands of all cars, the newest first, by kind, by person, and those that did not reach their end.
create index command_type on command (merchant_id, type, id desc);
create index command_by on command (merchant_id, created_by, id desc);
create index command_failed on command (merchant_id, id desc)
  where state in ({commandState.failed}, {commandState.timedOut}, {commandState.refused});
create index command_cancelled on command (merchant_id, id desc) where state = {commandState.cancelled};
select tenant_table('command');
grant insert, update on command to definer;

create table fence (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  name text not null check (length(name) between 1 and 30),
  kind smallint not null check (kind between 1 and 3),
  -- {center: [lng, lat], radiusM} or {ring: [[lng, lat], …]}, degrees in WGS-84.
  shape jsonb not null,
  rule smallint not null check (rule between 1 and 4),
  limit_kmh smallint check (limit_kmh between 10 and 200),
  -- For the cars of a store, or chosen cars, or all.
  store_id bigint,
  vehicle_ids bigint[] not null default '{}',
  -- {from, to} in minutes of the day, in which it holds; null: all of it.
  hours jsonb,
  level smallint not null default 2 check (level between 1 and 3),
  active boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check ((rule = {fenceRule.speed}) = (limit_kmh is not null)),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table fence is 'kind 1 圆 2 多边形; rule 1 驶出 2 驶入 3 超速 4 禁断油电';
create index fence_store on fence (merchant_id, store_id);
create index fence_page on fence (merchant_id, id desc) where deleted_at is null;
select tenant_table('fence');
create policy scope on fence as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or store_id is null
    or store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));
grant select on fence to definer;
select guard_reach('fence', 'store_id');

create table alarm (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  -- A bit of the protocol, or 101 and up: found by us.
  type smallint not null check (type between 0 and 199),
  level smallint not null check (level between 1 and 3),
  -- Its type while it has not ended or is not handled; an identity in doubt is of a device, not of its car.
  car_type smallint,
  vehicle_id bigint,
  device_id bigint not null,
  order_id bigint,
  fence_id bigint,
  -- Where the car belonged then.
  store_id bigint,
  start_at timestamptz not null,
  end_at timestamptz,
  -- How often it began before it was handled, and when it did last.
  times int not null default 1,
  last_at timestamptz,
  -- When staff were notified.
  told_at timestamptz,
  lat_e6 int,
  lng_e6 int,
  -- In the unit of its type: what was measured, and the limit.
  measured int,
  limit_value int,
  state smallint not null default 0 check (state between 0 and 3),
  handled_by bigint,
  handled_at timestamptz,
  note text not null default '' check (length(note) <= 200),
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  -- Why an identity is doubted: domain vehicle-control/codes.ts, the gravest last.
  cause smallint check (cause between 1 and 3),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id),
  foreign key (merchant_id, device_id) references device (merchant_id, id),
  foreign key (merchant_id, fence_id) references fence (merchant_id, id),
  foreign key (merchant_id, store_id) references store (merchant_id, id)
);
comment on table alarm is 'type, level: domain vehicle-control/codes.ts; state 0 未处理 1 处理中 2 已处理 3 误报';

-- One of a kind at a time.
create unique index alarm_open on alarm (merchant_id, device_id, type) where end_at is null;
create index alarm_waits on alarm (merchant_id, level desc, id) where state in ({alarmState.open}, {alarmState.running});
create index alarm_vehicle on alarm (merchant_id, vehicle_id, id desc);
create unique index alarm_of_car on alarm (merchant_id, vehicle_id, car_type) where car_type is not null;
create index alarm_store on alarm (merchant_id, store_id, id desc);
create index alarm_page on alarm (merchant_id, id desc);
create index alarm_untold on alarm (merchant_id, id) where told_at is null;
create index alarm_fence on alarm (merchant_id, fence_id) where fence_id is not null;
create index alarm_order on alarm (merchant_id, order_id) where order_id is not null;
select tenant_table('alarm');
grant insert, update on alarm to definer;

create table alarm_rule (
  merchant_id bigint not null default merchant(),
  type smallint not null check (type between 0 and 199),
  level smallint not null check (level between 1 and 3),
  active boolean not null default true,
  notify boolean not null default true,
  -- A threshold in the unit of its type.
  limit_value int,
  version int not null default 1,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, type)
);
comment on table alarm_rule is 'What a merchant says otherwise than the product of a type of alarm';
select tenant_table('alarm_rule');
grant select on alarm_rule to definer;

-- Types of alarms that are switched off for one car.
create table alarm_off (
  merchant_id bigint not null default merchant(),
  vehicle_id bigint not null,
  types smallint[] not null,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, vehicle_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table alarm_off is 'Alarms of movement that a car does not raise';
select tenant_table('alarm_off');

-- Registrations with a wrong terminal id within the last hour.
create table terminal_wrong (
  thing text primary key check (length(thing) <= 80),
  since timestamptz not null,
  n int not null
);
comment on table terminal_wrong is 'Counts of wrong registrations by number/… and network/…, each for an hour from its first';
alter table terminal_wrong owner to app_owner;
grant select, insert, update, delete on terminal_wrong to definer;

-- Costs of vehicles: management figures beside the ledger. The ledger holds money between the merchant, its customers and its channels, and
-- the costs of tickets were never part of it, so these entries are not postings. Closing a month holds for them as it does for postings:
-- what was reported about a closed month does not change, and a late cost gets a day of the open month.
create table vehicle_cost (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 18),
  from_on date not null,
  to_on date not null,
  fen bigint not null check (fen <> 0),
  tax_fen bigint not null default 0,
  note text not null default '' check (length(note) <= 200),
  media_ids bigint[] not null default '{}',
  source smallint not null check (source between 1 and 10),
  ref_id bigint,
  shares jsonb not null,
  voided_at timestamptz,
  voided_by bigint,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  check (from_on <= to_on),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_cost is 'Costs of a vehicle by day or period. A wrong one is voided, never changed';
comment on column vehicle_cost.fen is 'With tax; negative: a correction, or money back';
comment on column vehicle_cost.ref_id is 'By source: the ticket, the job of the import, the plan, the fine, the policy, the insurance case, the line of a toll bill';
comment on column vehicle_cost.shares is '[{month, fen}]: the part of each month, by days; they add up to fen';
create index vehicle_cost_vehicle on vehicle_cost (merchant_id, vehicle_id, from_on, id) where voided_at is null;
-- Payables list what somebody will bill by its kind and day.
create index vehicle_cost_day on vehicle_cost (merchant_id, source, from_on) include (ref_id) where voided_at is null;
create index vehicle_cost_ref on vehicle_cost (merchant_id, source, ref_id) where voided_at is null and ref_id is not null;
select tenant_table('vehicle_cost');

-- What comes back every month, and depreciation: the entries of all its months are written with it.
create table vehicle_cost_plan (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  vehicle_id bigint not null,
  kind smallint not null check (kind between 1 and 16),
  first_month date not null check (extract(day from first_month) = 1),
  months smallint not null check (months between 1 and 240),
  total_fen bigint not null check (total_fen > 0),
  note text not null default '' check (length(note) <= 200),
  -- The first month without an entry, for a plan that was ended before its last month.
  ended_month date,
  version int not null default 1,
  created_at timestamptz not null default app_now(),
  created_by bigint not null default actor(),
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
);
comment on table vehicle_cost_plan is 'Costs of a vehicle that come back monthly (loan, lease, parking), and its depreciation';
create index vehicle_cost_plan_vehicle on vehicle_cost_plan (merchant_id, vehicle_id, id);
select tenant_table('vehicle_cost_plan');

create table vehicle_cost_month (
  merchant_id bigint not null default merchant(),
  month date not null,
  vehicle_id bigint not null,
  running_fen bigint not null default 0,
  depreciation_fen bigint not null default 0,
  capital_fen bigint not null default 0,
  owner_fen bigint not null default 0,
  primary key (merchant_id, month, vehicle_id),
  foreign key (merchant_id, vehicle_id) references vehicle (merchant_id, id)
) with (fillfactor = 90);
comment on table vehicle_cost_month is 'Sums of the entries by vehicle and month, moved with each entry; capital: purchases less sales; owner: the share of its owner';
create index vehicle_cost_month_vehicle on vehicle_cost_month (merchant_id, vehicle_id, month);
-- The list of cars reads one row of each car for each month, and these are written car by car, each on a page of its own. This index
-- holds the sums, so that the rows of a month are read from neighbouring pages.
create index vehicle_cost_month_sums on vehicle_cost_month (merchant_id, month, vehicle_id) include (running_fen, depreciation_fen, owner_fen);
select tenant_table('vehicle_cost_month');

-- Every change of pool or life begins a period; no code can forget it. One that a clock which was set back has ended before it began
-- (the demo is lived from the past on) lasted no time. A new vehicle is not asked for a period that would have to end first: an import
-- of thousands would be asked by a plan made while the table was small.
create function keep_vehicle_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update vehicle_period set to_at = app_now()
     where merchant_id = new.merchant_id and vehicle_id = new.id and to_at is null;
  end if;
  insert into vehicle_period (merchant_id, vehicle_id, home_store_id, model_id, lifecycle)
  values (new.merchant_id, new.id, new.home_store_id, new.model_id, new.lifecycle);
  return null;
end $$;
create trigger period_begins after insert on vehicle for each row execute function keep_vehicle_period();
create trigger period_changes after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function keep_vehicle_period();

-- Vehicles are searched by any part of the plate: no index serves that under row-level security, but they are few.
-- Every plate of the merchant counts, also of cars that have left the caller's stores: only plates go out.
create function plates_with(fragment text) returns text[] language sql stable security definer set search_path = public
  as $$ select coalesce(array_agg(plate), '{}') from vehicle where merchant_id = merchant() and strpos(plate, fragment) > 0 $$;
alter function plates_with(text) owner to definer;
revoke all on function plates_with(text) from public;
grant execute on function plates_with(text) to tenant;

-- A table's rows belong to whoever sees their vehicle.
create function sees_vehicle(vehicle_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from vehicle v where v.merchant_id = merchant() and v.id = sees_vehicle.vehicle_id);
end $$;

-- A car that was swapped away stops itself under its own id while it is made ready: 整备, as after a return.
create function vehicle_states(grace int) returns table (vehicle_id bigint, run_state smallint)
  language sql stable security definer set search_path = public as $$
  with holding as (
    select c.vehicle_id, c.kind, c.from_at <= (select app_now()) as begun, c.order_status as status, c.return_at,
      c.kind = {occupancyKind.stop} and c.ref_id = c.vehicle_id as cleaning
      from occupancy c
     where c.merchant_id = (select merchant()) and c.active and c.to_at > (select app_now())
       and c.from_at <= (select app_now() + interval '1 day')
    union all
    select c.vehicle_id, c.kind, true, c.order_status, c.return_at, false
      from occupancy c where c.merchant_id = (select merchant()) and c.active and c.on_rent
  ),
  held as (
    select h.vehicle_id, min(h.return_at) filter (where h.status = {orderStatus.pickedUp}) as back_at,
      -- The first of these that holds it says what it does.
      min(case when h.status = {orderStatus.pickedUp} then 1 when h.begun and h.kind = {occupancyKind.relocation} then 2 when h.begun and h.kind = {occupancyKind.maintenance} then 3
        when h.begun and h.kind = {occupancyKind.inspection} then 4 when h.begun and (h.status = {orderStatus.returned} or h.cleaning) then 5 when h.begun and h.kind in ({occupancyKind.stop}, {occupancyKind.documentExpired}) then 6
        when h.kind = {occupancyKind.order} then 7 end) as first
      from holding h group by h.vehicle_id
  ),
  lates as materialized (
    select s.id, (select app_now()) - make_interval(mins => coalesce((s.settings ->> 'graceMinutes')::int,
        (select (m.settings ->> 'graceMinutes')::int from merchant m where m.id = (select merchant())), grace)) as late_before
      from store s where s.merchant_id = (select merchant())
  )
  select v.id, (case
      when h.first = 1 and h.back_at < l.late_before then {runState.overdue}
      else coalesce((array[{runState.onRent}, {runState.relocation}, {runState.maintenance}, {runState.inspection}, {runState.turnaround}, {runState.stopped}, {runState.waitingPickup}])[h.first], {runState.idle}) end)::smallint
    from vehicle v join lates l on l.id = v.home_store_id left join held h on h.vehicle_id = v.id
   where v.merchant_id = (select merchant()) and v.lifecycle = {lifecycle.inService};
$$;
alter function vehicle_states(int) owner to definer;
revoke all on function vehicle_states(int) from public;
grant execute on function vehicle_states(int) to tenant;

-- Cars that customers have, and whether they should have been back, with the grace of their store.
create function cars_with_customers(grace int) returns table (vehicle_id bigint, overdue boolean)
  language sql stable security definer set search_path = public as $$
  select u.vehicle_id, coalesce(u.due_at < (select app_now()) - make_interval(mins => coalesce((s.settings ->> 'graceMinutes')::int,
        (select (m.settings ->> 'graceMinutes')::int from merchant m where m.id = (select merchant())), grace)), false)
    from vehicle_use u
    join vehicle v on v.merchant_id = u.merchant_id and v.id = u.vehicle_id
    join store s on s.merchant_id = v.merchant_id and s.id = v.home_store_id
   where u.merchant_id = (select merchant()) and u.kind = {vehicleUse.order} and u.until_at is null
$$;
alter function cars_with_customers(int) owner to definer;
revoke all on function cars_with_customers(int) from public;
grant execute on function cars_with_customers(int) to tenant;

-- A statement at a time: a re-pack moves many orders of one pool.
create function tell_of_occupancy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_pool(n.merchant_id, n.store_id, n.model_id, min(n.from_at), max(n.to_at))
      from news n where n.active group by n.merchant_id, n.store_id, n.model_id;
  else
    perform tell_of_pool(c.merchant_id, c.store_id, c.model_id, min(c.from_at), max(c.to_at))
      from (select * from olds where active union all select * from news where active) c
      group by c.merchant_id, c.store_id, c.model_id;
  end if;
  return null;
end $$;
alter function tell_of_occupancy() owner to definer;
revoke all on function tell_of_occupancy() from public;
create trigger told_new after insert on occupancy referencing new table as news
  for each statement execute function tell_of_occupancy();
create trigger told after update on occupancy referencing old table as olds new table as news
  for each statement execute function tell_of_occupancy();

create function tell_of_stop() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.store_id, new.model_id, new.from_at, new.to_at);
  return null;
end $$;
alter function tell_of_stop() owner to definer;
revoke all on function tell_of_stop() from public;
create trigger told after insert or update on stop_sale for each row execute function tell_of_stop();

create function tell_of_move() returns trigger language plpgsql security definer set search_path = public as $$
declare one pool_delta := case when tg_op = 'DELETE' then old else new end;
begin
  perform tell_of_pool(one.merchant_id, one.store_id, one.model_id, one.at, null);
  return null;
end $$;
alter function tell_of_move() owner to definer;
revoke all on function tell_of_move() from public;

-- Places of numbers that were not sent again.
create function end_channel_places(before timestamptz, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update occupancy set active = false, updated_at = now_at
   where active and vehicle_id is null and kind = {occupancyKind.placing} and updated_at < before
$$;
alter function end_channel_places(timestamptz, timestamptz) owner to definer;
revoke all on function end_channel_places(timestamptz, timestamptz) from public;
grant execute on function end_channel_places(timestamptz, timestamptz) to gate;
create trigger told after insert or update or delete on pool_delta for each row execute function tell_of_move();

create function tell_of_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_pool(new.merchant_id, new.home_store_id, new.model_id, app_now(), null);
  if (old.home_store_id, old.model_id) <> (new.home_store_id, new.model_id) then
    perform tell_of_pool(old.merchant_id, old.home_store_id, old.model_id, app_now(), null);
  end if;
  return null;
end $$;
alter function tell_of_vehicle() owner to definer;
revoke all on function tell_of_vehicle() from public;
create trigger told after update of home_store_id, model_id, lifecycle on vehicle for each row
  when ((old.home_store_id, old.model_id, old.lifecycle) is distinct from (new.home_store_id, new.model_id, new.lifecycle))
  execute function tell_of_vehicle();

-- A ticket that has not begun is due as well while its car is not there: it gives way to whoever is late with it; and when its plan
-- is over, since it takes nothing any more (decision 6).
create function timer_due_ticket(now_at timestamptz, after_id bigint, most int)
  returns table (merchant_id bigint, id bigint) language sql stable set search_path = public as $$
  select t.merchant_id, t.id from ticket t
   where t.id > after_id
     and (t.plan_end < now_at
         and ((t.kind = {ticketKind.relocation} and t.status = {relocationStatus.onTheWay})
           or (t.kind = {ticketKind.maintenance} and t.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking}))
           or (t.kind = {ticketKind.yearly} and t.status in ({yearlyStatus.running}, {yearlyStatus.again})))
         -- Each kind takes its car by an occupancy of the same number.
         and exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active
           and c.to_at < now_at + interval '90 minutes')
       -- The longest that a store takes to get a car ready is eight hours.
       or (t.kind = {ticketKind.relocation} and t.status = {relocationStatus.waiting}
           or t.kind = {ticketKind.maintenance} and t.status = {maintenanceStatus.waiting}
           or t.kind = {ticketKind.yearly} and t.status = {yearlyStatus.waiting})
         and t.plan_start < now_at + interval '8 hours'
         and case when t.plan_end <= now_at
           then exists (select from occupancy c where c.merchant_id = t.merchant_id and c.ref_id = t.id and c.kind = t.kind and c.active)
           else exists (select from occupancy c where c.merchant_id = t.merchant_id and c.vehicle_id = t.vehicle_id and c.active and c.ref_id <> t.id
             and (c.on_rent and c.return_at < now_at
               or exists (select from ticket k where k.merchant_id = c.merchant_id and k.id = c.ref_id and k.kind = c.kind and k.plan_end < now_at
                 and (k.kind = {ticketKind.relocation} and k.status = {relocationStatus.onTheWay}
                   or k.kind = {ticketKind.maintenance} and k.status in ({maintenanceStatus.repairing}, {maintenanceStatus.checking})
                   or k.kind = {ticketKind.yearly} and k.status in ({yearlyStatus.running}, {yearlyStatus.again})))))
           end)
   order by t.id limit most
$$;
alter function timer_due_ticket(timestamptz,bigint,int) owner to definer;
revoke all on function timer_due_ticket(timestamptz,bigint,int) from public;

create function keeps_plate() returns trigger language plpgsql as $$
begin
  new.former_plates := old.former_plates
    || jsonb_build_array(jsonb_build_object('plate', old.plate, 'until', (extract(epoch from app_now()) * 1000)::bigint));
  return new;
end $$;
create trigger keeps_plate before update of plate on vehicle for each row
  when (old.plate is distinct from new.plate) execute function keeps_plate();

create function tell_of_period() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.from_at);
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id,
      case when (old.from_at, old.home_store_id, old.model_id, old.lifecycle) = (new.from_at, new.home_store_id, new.model_id, new.lifecycle)
        then least(old.to_at, new.to_at) else least(old.from_at, new.from_at) end);
  end if;
  return null;
end $$;
alter function tell_of_period() owner to definer;
revoke all on function tell_of_period() from public;
create trigger told_figures after insert or update on vehicle_period for each row execute function tell_of_period();

create function tell_of_work() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, new.actual_start);
  elsif (old.vehicle_id, old.actual_start) is not distinct from (new.vehicle_id, new.actual_start) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_end, new.actual_end));
  else
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, least(old.actual_start, new.actual_start));
    perform tell_of_figures(new.merchant_id, 'car', old.vehicle_id, least(old.actual_start, new.actual_start));
  end if;
  return null;
end $$;
alter function tell_of_work() owner to definer;
revoke all on function tell_of_work() from public;
create trigger told_figures_new after insert on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly}) and new.actual_start is not null) execute function tell_of_work();
create trigger told_figures after update of vehicle_id, actual_start, actual_end on ticket for each row
  when (new.kind in ({ticketKind.maintenance}, {ticketKind.yearly})
    and (old.vehicle_id, old.actual_start, old.actual_end) is distinct from (new.vehicle_id, new.actual_start, new.actual_end))
  execute function tell_of_work();

-- Rentals and work of a car tell of its figures by themselves; a move between stores, a driver's task and an own use tell here.
create function tell_of_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' and (old.vehicle_id, old.since_at, old.until_at) is not distinct from (new.vehicle_id, new.since_at, new.until_at) then
    return null;
  end if;
  if tg_op <> 'DELETE' and new.kind in ({vehicleUse.relocation}, {vehicleUse.drive}, {vehicleUse.own}) then
    perform tell_of_figures(new.merchant_id, 'car', new.vehicle_id, case when tg_op = 'INSERT' or old.vehicle_id <> new.vehicle_id then new.since_at
        when old.since_at <> new.since_at then least(old.since_at, new.since_at) else least(old.until_at, new.until_at) end);
  end if;
  if tg_op <> 'INSERT' and old.kind in ({vehicleUse.relocation}, {vehicleUse.drive}, {vehicleUse.own})
      and (tg_op = 'DELETE' or old.vehicle_id <> new.vehicle_id) then
    perform tell_of_figures(old.merchant_id, 'car', old.vehicle_id, old.since_at);
  end if;
  return null;
end $$;
alter function tell_of_use() owner to definer;
revoke all on function tell_of_use() from public;
create trigger told_figures after insert or delete or update of vehicle_id, since_at, until_at on vehicle_use
  for each row execute function tell_of_use();

create function vehicle_cost_open() returns trigger language plpgsql set search_path = public as $$
begin
  if new.from_on < costs_open_from(new.merchant_id) then
    raise exception 'the month of % is closed', new.from_on using errcode = 'CY001';
  end if;
  return new;
end $$;
create trigger open_month before insert or update on vehicle_cost for each row execute function vehicle_cost_open();

create function vehicle_cost_counted() returns trigger language plpgsql set search_path = public as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into vehicle_cost_month as m (merchant_id, month, vehicle_id, running_fen, depreciation_fen, capital_fen, owner_fen)
  select new.merchant_id, s.month, new.vehicle_id,
      case when new.kind not in ({costKind.purchase}, {costKind.sale}, {costKind.depreciation}, {costKind.ownerShare}) then sign * s.fen else 0 end,
      case new.kind when {costKind.depreciation} then sign * s.fen else 0 end,
      case new.kind when {costKind.purchase} then sign * s.fen when {costKind.sale} then -sign * s.fen else 0 end,
      case new.kind when {costKind.ownerShare} then sign * s.fen else 0 end
    from jsonb_to_recordset(new.shares) s (month date, fen bigint)
  on conflict (merchant_id, month, vehicle_id) do update set running_fen = m.running_fen + excluded.running_fen,
    depreciation_fen = m.depreciation_fen + excluded.depreciation_fen, capital_fen = m.capital_fen + excluded.capital_fen,
    owner_fen = m.owner_fen + excluded.owner_fen;
  return null;
end $$;
create trigger counted_new after insert on vehicle_cost for each row execute function vehicle_cost_counted();
create trigger counted after update on vehicle_cost for each row
  when (old.voided_at is null and new.voided_at is not null) execute function vehicle_cost_counted();

-- Makes the entries of a ticket or fine those of `wanted` ([{day, fen}]). Entries of closed months stay; what they lack or have too much
-- is an entry of the first open day, so that nothing counts twice.
create function vehicle_cost_follows(of_merchant bigint, of_source smallint, of_ref bigint, of_vehicle bigint, of_kind smallint, wanted jsonb) returns void
  language plpgsql set search_path = public as $$
declare
  open_from date := costs_open_from(of_merchant);
begin
  if wanted = '[]' and not exists (select from vehicle_cost e where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null) then
    return;
  end if;
  update vehicle_cost e set voided_at = app_now(), voided_by = actor(), version = e.version + 1, updated_at = app_now()
   where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null and e.from_on >= open_from;
  insert into vehicle_cost (merchant_id, vehicle_id, kind, from_on, to_on, fen, source, ref_id, shares)
  select of_merchant, of_vehicle, of_kind, d.day, d.day, d.fen, of_source, of_ref,
      jsonb_build_array(jsonb_build_object('month', date_trunc('month', d.day)::date, 'fen', d.fen))
    from (select x.day, sum(x.fen)::bigint as fen from (
        select greatest(w.day, open_from) as day, w.fen from jsonb_to_recordset(wanted) w (day date, fen bigint)
        union all
        select open_from, -e.fen from vehicle_cost e
         where e.merchant_id = of_merchant and e.source = of_source and e.ref_id = of_ref and e.voided_at is null and e.from_on < open_from) x
      group by x.day) d
   where d.fen <> 0 order by d.day;
end $$;

-- What a ticket costs the merchant, once nobody has to approve it.
create function ticket_costs(t ticket) returns jsonb language sql stable set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'fen', d.fen) order by d.day), '[]')
    from (select coalesce((c ->> 'on')::date, t.inspected_on, (coalesce(t.actual_end, t.updated_at) at time zone 'Asia/Shanghai')::date) as day,
        sum((c ->> 'amount')::bigint) as fen
      from jsonb_array_elements(t.costs) c
     where t.asked_at is null and (c ->> 'payer')::int = {costPayer.merchant} group by 1) d
   where d.fen <> 0
$$;

create function ticket_cost_follows() returns trigger language plpgsql set search_path = public as $$
begin
  perform vehicle_cost_follows(new.merchant_id, {costSource.ticket}::smallint, new.id, new.vehicle_id,
    (case when new.kind = {ticketKind.relocation} then {costKind.move}
      when new.kind = {ticketKind.yearly} then {costKind.inspection}
      when new.maintain_type in ({maintenanceType.repair}, {maintenanceType.accident}) then {costKind.repair}
      when new.maintain_type = {maintenanceType.cleaning} then {costKind.cleaning}
      when new.maintain_type = {maintenanceType.other} then {costKind.other}
      else {costKind.maintenance} end)::smallint,
    ticket_costs(new));
  return null;
end $$;
create trigger costs_new after insert on ticket for each row when (new.costs <> '[]') execute function ticket_cost_follows();
create trigger costs after update on ticket for each row
  when ((old.costs, old.asked_at is null, old.vehicle_id, old.maintain_type) is distinct from (new.costs, new.asked_at is null, new.vehicle_id, new.maintain_type))
  execute function ticket_cost_follows();

-- A car that was disposed of costs nothing by plan after that month.
create function disposed_ends_plans() returns trigger language plpgsql set search_path = public as $$
declare
  next_month date := greatest((date_trunc('month', app_now() at time zone 'Asia/Shanghai') + interval '1 month')::date, costs_open_from(new.merchant_id));
begin
  update vehicle_cost e set voided_at = app_now(), voided_by = actor(), version = e.version + 1, updated_at = app_now()
   where e.merchant_id = new.merchant_id and e.vehicle_id = new.id and e.source = {costSource.plan} and e.voided_at is null and e.from_on >= next_month;
  update vehicle_cost_plan p set ended_month = next_month, version = p.version + 1, updated_at = app_now()
   where p.merchant_id = new.merchant_id and p.vehicle_id = new.id and p.first_month + make_interval(months => p.months) > next_month
     and (p.ended_month is null or p.ended_month > next_month);
  return null;
end $$;
create trigger ends_plans after update of lifecycle on vehicle for each row
  when (new.lifecycle = {lifecycle.disposed} and old.lifecycle <> {lifecycle.disposed}) execute function disposed_ends_plans();

-- Keeps one use of a car, or removes one that is none.
create function keep_vehicle_use(of_merchant bigint, of_kind int, of_ref bigint, of_vehicle bigint, since timestamptz, until timestamptz,
  due timestamptz, of_order bigint, of_renter bigint, of_account bigint) returns void language plpgsql security definer set search_path = public as $$
begin
  if of_vehicle is null or since is null or until <= since then
    delete from vehicle_use u where u.merchant_id = of_merchant and u.kind = of_kind and u.ref_id = of_ref;
    return;
  end if;
  insert into vehicle_use as u (merchant_id, vehicle_id, kind, ref_id, order_id, renter_id, account_id, since_at, until_at, due_at)
    values (of_merchant, of_vehicle, of_kind, of_ref, of_order, of_renter, of_account, since, until, due)
  on conflict (merchant_id, kind, ref_id) do update set vehicle_id = excluded.vehicle_id, order_id = excluded.order_id,
      renter_id = excluded.renter_id, account_id = excluded.account_id, since_at = excluded.since_at, until_at = excluded.until_at,
      due_at = excluded.due_at
    where (u.vehicle_id, u.order_id, u.renter_id, u.account_id, u.since_at, u.until_at, u.due_at) is distinct from
      (excluded.vehicle_id, excluded.order_id, excluded.renter_id, excluded.account_id, excluded.since_at, excluded.until_at, excluded.due_at);
end $$;
alter function keep_vehicle_use(bigint, int, bigint, bigint, timestamptz, timestamptz, timestamptz, bigint, bigint, bigint) owner to definer;
revoke all on function keep_vehicle_use(bigint, int, bigint, bigint, timestamptz, timestamptz, timestamptz, bigint, bigint, bigint) from public;

-- A ticket has its car from its begin to its end.
create function ticket_uses_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform keep_vehicle_use(new.merchant_id, case new.kind when {ticketKind.relocation} then {vehicleUse.relocation} else {vehicleUse.work} end,
    new.id, new.vehicle_id, new.actual_start, new.actual_end, new.plan_end, null, null, new.assignee_id);
  return null;
end $$;
alter function ticket_uses_vehicle() owner to definer;
revoke all on function ticket_uses_vehicle() from public;
create trigger uses_vehicle_new after insert on ticket for each row when (new.actual_start is not null) execute function ticket_uses_vehicle();
create trigger uses_vehicle after update of vehicle_id, actual_start, actual_end, plan_end, assignee_id on ticket for each row
  when (old.actual_start is not null or new.actual_start is not null) execute function ticket_uses_vehicle();

-- Who owns a car or manages it has it for themselves while its sale is stopped for that.
create function stop_uses_vehicle() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform keep_vehicle_use(new.merchant_id, {vehicleUse.own}, new.id, case when new.reason = {stopReason.ownUse} then new.vehicle_id end,
    new.from_at, least(new.to_at, new.removed_at), null, null, null, new.created_by);
  return null;
end $$;
alter function stop_uses_vehicle() owner to definer;
revoke all on function stop_uses_vehicle() from public;
create trigger uses_vehicle after insert or update on stop_sale for each row when (new.vehicle_id is not null) execute function stop_uses_vehicle();

-- Where cars of some merchants are, as far as their terminals spoke since a moment, and whether a customer has the car: asked every few
-- seconds by a process for all the maps that are open there, and given to each by what its viewer may see. `store_ids`: whose people see
-- the car.
create function cars_on_maps(merchants bigint[], since timestamptz, now_at timestamptz)
  returns table (merchant_id bigint, vehicle_id bigint, store_ids bigint[], at timestamptz, lat_e6 int, lng_e6 int, speed smallint,
    course smallint, state smallint, moving boolean, cut boolean, rented boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select l.merchant_id, v.id, array[v.current_store_id, v.home_store_id], l.at, l.lat_e6, l.lng_e6, coalesce(l.speed, 0::smallint),
      coalesce(l.course, 0::smallint),
      (case when l.node is not null then {onlineState.online} when l.acc is false then {onlineState.sleeping} else {onlineState.offline} end)::smallint,
      coalesce(l.speed >= 50 and l.received_at > now_at - interval '5 minutes', false), d.cut_at is not null or coalesce(l.cut, false),
      o.vehicle_id is not null
    from device_live l
    join device d on d.merchant_id = l.merchant_id and d.id = l.device_id and d.role = {deviceRole.main}
    join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
    left join vehicle_use o on o.merchant_id = v.merchant_id and o.vehicle_id = v.id and o.kind = {vehicleUse.order} and o.until_at is null
   where l.merchant_id = any (merchants) and l.last_msg_at > since and l.lat_e6 is not null;
end $$;
alter function cars_on_maps(bigint[], timestamptz, timestamptz) owner to definer;
revoke all on function cars_on_maps(bigint[], timestamptz, timestamptz) from public;
grant execute on function cars_on_maps(bigint[], timestamptz, timestamptz) to gate;

create function sees_device(device_id bigint) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device d where d.merchant_id = merchant() and d.id = sees_device.device_id);
end $$;

-- Of a car that one sees, while the device was in it.
create function sees_position(device_id bigint, at timestamptz) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from device_stay s where s.merchant_id = merchant() and s.device_id = sees_position.device_id
    and s.from_at <= sees_position.at and (s.to_at is null or s.to_at > sees_position.at));
end $$;

-- Makes the days up to three ahead and those of rows that had none; drops what is older than 365 days. The rows of a day are moved out of
-- `position_rest` before its partition is attached. A position that was stored in between, by the demo data or a second gateway, would
-- make the attach fail, and with it the start of the gateway. Nobody stores one while the lock is held. Days are those of Shanghai.
create function position_days(now_at timestamptz) returns void language plpgsql security definer
set search_path = public set lock_timeout = '2s' as $$
declare
  today date := (now_at at time zone 'Asia/Shanghai')::date;
  day date;
  name text;
  is_locked boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('position_days'));
  -- First, because a drop locks `position` itself: whoever reads it must not wait for `position_rest` meanwhile.
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'position'::regclass and c.relname ~ '^position_\d{4}_\d{2}_\d{2}$'
       and c.relname < to_char(today - 365, '"position_"YYYY_MM_DD')
  loop
    execute format('drop table %I', name);
  end loop;
  delete from position_rest where at < (today - 365)::timestamp at time zone 'Asia/Shanghai';
  for day in
    select d from generate_series(-365, 3) n cross join lateral (select today + n) as days (d)
     where to_regclass(to_char(d, '"position_"YYYY_MM_DD')) is null and (d >= today or exists (
       select from position_rest r where r.at >= d::timestamp at time zone 'Asia/Shanghai'
         and r.at < (d + 1)::timestamp at time zone 'Asia/Shanghai'))
  loop
    if not is_locked then
      lock table position_rest in access exclusive mode;
      is_locked := true;
    end if;
    name := to_char(day, '"position_"YYYY_MM_DD');
    execute format('create table %I (like position including defaults)', name);
    execute format('with moved as (delete from position_rest where at >= %1$L and at < %2$L returning *) insert into %3$I select * from moved',
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai', name);
    execute format('alter table position attach partition %I for values from (%L) to (%L)', name,
      day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai');
  end loop;
end $$;
alter function position_days(timestamptz) owner to app_owner;
revoke all on function position_days(timestamptz) from public;
grant execute on function position_days(timestamptz) to gate;

-- Takes a number of the platform for a device of this merchant; false: it is somebody's.
create function terminal_take(phone text, device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
begin
  insert into terminal (phone, merchant_id, device_id) values (terminal_take.phone, merchant(), terminal_take.device_id)
    on conflict do nothing;
  return found;
end $$;
alter function terminal_take(text, bigint) owner to definer;
revoke all on function terminal_take(text, bigint) from public;
grant execute on function terminal_take(text, bigint) to tenant;

-- From now on its terminal has to register anew; whoever is in by the code of before is out with the next beat of its node.
create function terminal_renew(device_id bigint) returns boolean language plpgsql security definer set search_path = public as $$
declare number text;
begin
  update terminal t set auth_hash = null, code_no = code_no + 1, registered_at = null, used_at = null
   where t.merchant_id = merchant() and t.device_id = terminal_renew.device_id returning t.phone into number;
  if not found then return false; end if;
  delete from terminal_wrong w where w.thing = 'number/' || number;
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_renew.device_id;
  return true;
end $$;
alter function terminal_renew(bigint) owner to definer;
revoke all on function terminal_renew(bigint) from public;
grant execute on function terminal_renew(bigint) to tenant;

select position_days(now());

-- A car that is disposed of has no device any more, and its device is free for another.
create function frees_devices() returns trigger language plpgsql as $$
begin
  update device_stay s set to_at = app_now() from device d
   where d.merchant_id = new.merchant_id and d.vehicle_id = new.id
     and s.merchant_id = d.merchant_id and s.device_id = d.id and s.to_at is null;
  update device set vehicle_id = null, bound_at = null, cut_at = null, version = version + 1, updated_at = app_now()
   where merchant_id = new.merchant_id and vehicle_id = new.id;
  return null;
end $$;
create trigger frees_devices after update of lifecycle on vehicle for each row
  when (new.lifecycle = {lifecycle.disposed} and old.lifecycle <> {lifecycle.disposed}) execute function frees_devices();

-- Commands that waited too long for their terminal: what a gateway was not there to send.
create function commands_expire(now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o where o.state = {commandState.toSend} and o.expire_at <= now_at
           order by o.id limit 1000 for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id
$$;
alter function commands_expire(timestamptz) owner to definer;
revoke all on function commands_expire(timestamptz) from public;
grant execute on function commands_expire(timestamptz) to gate;

-- Fixes of a merchant that have served their time: a partition holds those of all merchants and goes as a whole only after 365 days.
create function purge_positions(before timestamptz) returns bigint language sql security definer set search_path = public as $$
  with gone as (delete from position p where p.merchant_id = merchant() and p.at < before returning 1) select count(*) from gone
$$;
alter function purge_positions(timestamptz) owner to definer;
revoke all on function purge_positions(timestamptz) from public;
grant execute on function purge_positions(timestamptz) to tenant;

-- What the vehicle gateway may do: these functions and nothing else of the tenants' tables. Each takes the merchant from the registry
-- of terminals, by a device or a phone that a link proved, so that no terminal reaches another merchant's rows.
create sequence gateway_session;
alter sequence gateway_session owner to app_owner;
grant usage on sequence gateway_session to definer;

-- Keeps the hash of the code that was given out, unless a newer number was made meanwhile.
create function gateway_give_code(phone text, code_no int, hash bytea) returns void language sql security definer set search_path = public as $$
  update terminal t set auth_hash = gateway_give_code.hash, registered_at = coalesce(t.registered_at, app_now())
   where t.phone = gateway_give_code.phone and t.code_no = gateway_give_code.code_no
$$;
alter function gateway_give_code(text, int, bytea) owner to definer;
revoke all on function gateway_give_code(text, int, bytea) from public;
grant execute on function gateway_give_code(text, int, bytea) to gate;

-- Stores reports of any number of merchants at once, each report once, but none of a merchant that another cluster serves. Live state moves
-- forward only, and never by a backfill.
create function gateway_ingest(fixes jsonb, now_at timestamptz) returns void language plpgsql security definer set search_path = public as $$
begin
  with told as materialized (
    select t.merchant_id, r.*, to_timestamp(r.at / 1000.0) as at_time
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, "sessionNo" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, valid boolean, backfill boolean, live boolean, current boolean,
        metres int, "movingS" int)
      join terminal t on t.device_id = r."deviceId" and t.merchant_id not in (select p.merchant_id from merchant_place p)),
  stored as (
    insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, pulse_speed, course, altitude, satellites,
        signal, valid, backfill, status_bits, alarm_bits, odometer_m, fuel_dl)
      select distinct on (merchant_id, "deviceId", at_time) merchant_id, "deviceId", at_time, now_at, "latE6", "lngE6", speed, "pulseSpeed",
             course, altitude, satellites, signal, valid, backfill, status, alarms, "odometerM", fuel
        from told order by merchant_id, "deviceId", at_time
      on conflict do nothing
      returning merchant_id, device_id, at)
  insert into device_km as k (merchant_id, device_id, day, metres, moving_s, fixes, odometer_m)
    select s.merchant_id, s.device_id, (s.at at time zone 'Asia/Shanghai')::date, sum(r.metres), sum(r."movingS"), count(*), max(r."odometerM")
      from stored s
      cross join lateral (select metres, "movingS", "odometerM" from told
        where told."deviceId" = s.device_id and told.at_time = s.at limit 1) r
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (merchant_id, device_id, day) do update
      set metres = k.metres + excluded.metres, moving_s = k.moving_s + excluded.moving_s, fixes = k.fixes + excluded.fixes,
          odometer_m = greatest(k.odometer_m, excluded.odometer_m);

  with told as materialized (
    select t.merchant_id, r.*
      from jsonb_to_recordset(fixes) as r ("deviceId" bigint, at double precision, "latE6" int, "lngE6" int,
        speed smallint, "pulseSpeed" smallint, course smallint, altitude smallint, satellites smallint, signal smallint, status bigint,
        alarms bigint, "odometerM" int, fuel int, "batteryMv" int, "chargePct" smallint, "rangeKm" smallint, live boolean, current boolean, "stoppedSince" double precision,
        rest jsonb)
      join terminal t on t.device_id = r."deviceId" and t.merchant_id not in (select p.merchant_id from merchant_place p) where r.current),
  newest as (select distinct on ("deviceId") * from told where live order by "deviceId", at desc),
  state as (select distinct on ("deviceId") * from told order by "deviceId", at desc)
  update device_live l set
      last_msg_at = greatest(l.last_msg_at, now_at),
      status_bits = s.status, alarm_bits = s.alarms, acc = s.status & 1 <> 0, locked = case when s.status & {statusBit.silentOfDoors} = 0 then s.status & 4096 <> 0 end,
      door_open = case when s.status & {statusBit.silentOfDoors} = 0 then s.status & 8192 <> 0 end,
      cut = case when s.status & {statusBit.silentOfDoors} = 0 then s.status & 1024 <> 0 end,
      signal = coalesce(s.signal, l.signal), odometer_m = coalesce(s."odometerM", l.odometer_m), fuel_dl = coalesce(s.fuel, l.fuel_dl),
      battery_mv = coalesce(s."batteryMv", l.battery_mv), charge_pct = coalesce(s."chargePct", l.charge_pct), range_km = coalesce(s."rangeKm", l.range_km),
      at = case when n.is_newer then to_timestamp(n.at / 1000.0) else l.at end,
      received_at = case when n.is_newer then now_at else l.received_at end,
      lat_e6 = case when n.is_newer then n."latE6" else l.lat_e6 end,
      lng_e6 = case when n.is_newer then n."lngE6" else l.lng_e6 end,
      speed = case when n.is_newer then n.speed else l.speed end,
      pulse_speed = case when n.is_newer then n."pulseSpeed" else l.pulse_speed end,
      course = case when n.is_newer then n.course else l.course end,
      altitude = case when n.is_newer then n.altitude else l.altitude end,
      satellites = case when n.is_newer then n.satellites else l.satellites end,
      stopped_since = case when n.is_newer then to_timestamp(n."stoppedSince" / 1000.0) else l.stopped_since end,
      rest_at = case when n.is_newer then to_timestamp((n.rest ->> 'at')::double precision / 1000.0) else l.rest_at end,
      rest_lat_e6 = case when n.is_newer then round((n.rest ->> 'lat')::numeric * 1e6)::int else l.rest_lat_e6 end,
      rest_lng_e6 = case when n.is_newer then round((n.rest ->> 'lng')::numeric * 1e6)::int else l.rest_lng_e6 end
    from state s
    join device_live b on b.merchant_id = s.merchant_id and b.device_id = s."deviceId"
    left join lateral (select x.*, b.at is null or b.at < to_timestamp(x.at / 1000.0) as is_newer
      from newest x where x."deviceId" = s."deviceId") n on true
   where l.merchant_id = s.merchant_id and l.device_id = s."deviceId"
     and (l.at is null or l.at <= to_timestamp(s.at / 1000.0));
end $$;
alter function gateway_ingest(jsonb, timestamptz) owner to definer;
revoke all on function gateway_ingest(jsonb, timestamptz) from public;
grant execute on function gateway_ingest(jsonb, timestamptz) to gate;

-- Of these devices those whose reports were not stored. Volatile, because it must see what gateway_ingest saw in the same statement.
create function gateway_away(device_ids bigint[]) returns bigint[] language plpgsql volatile security definer set search_path = public as $$
begin
  return (select coalesce(array_agg(t.device_id), '{}') from merchant_place p
    join terminal t on t.merchant_id = p.merchant_id and t.device_id = any (device_ids));
end $$;
alter function gateway_away(bigint[]) owner to definer;
revoke all on function gateway_away(bigint[]) from public;
grant execute on function gateway_away(bigint[]) to gate;

-- The gateway that serves a terminal: null for this one, empty for none at the moment.
create function gateway_place(phone text) returns text language sql stable security definer set search_path = public as $$
  select p.gateway from terminal t join merchant_place p on p.merchant_id = t.merchant_id where t.phone = gateway_place.phone
$$;
alter function gateway_place(text) owner to definer;
revoke all on function gateway_place(text) from public;
grant execute on function gateway_place(text) to gate;

-- This node lives; `heard`: which of its sessions had something to say, and when. Answers devices of `held` whose session is another's now.
-- A node that is silent for 15 s has lost its sessions.
create function gateway_beat(node text, heard jsonb, held jsonb) returns setof bigint language plpgsql security definer set search_path = public as $$
declare gone text[];
begin
  insert into gateway_node as g (id, started_at, beat_at) values (gateway_beat.node, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set beat_at = clock_timestamp();
  with silent as (delete from gateway_node g where g.beat_at < clock_timestamp() - interval '15 seconds' returning g.id)
    select array_agg(id) into gone from silent;
  if gone is not null then update device_live l set node = null where l.node = any (gone); end if;
  update device_live l set last_msg_at = greatest(l.last_msg_at, to_timestamp(r.at / 1000.0))
    from jsonb_to_recordset(heard) as r ("deviceId" bigint, "sessionNo" bigint, at double precision) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo";
  -- A node that was taken for dead has its own back, unless another link has them.
  update device_live l set node = gateway_beat.node
    from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo" and l.node is null;
  return query
    select l.device_id from jsonb_to_recordset(held) as r ("deviceId" bigint, "sessionNo" bigint)
      join terminal t on t.device_id = r."deviceId"
      join device_live l on l.merchant_id = t.merchant_id and l.device_id = r."deviceId"
     where l.session_no > r."sessionNo";
end $$;
alter function gateway_beat(text, jsonb, jsonb) owner to definer;
revoke all on function gateway_beat(text, jsonb, jsonb) from public;
grant execute on function gateway_beat(text, jsonb, jsonb) to gate;

create function gateway_leave(sessions jsonb) returns void language sql security definer set search_path = public as $$
  update device_live l set node = null
    from jsonb_to_recordset(sessions) as r ("deviceId" bigint, "sessionNo" bigint) join terminal t on t.device_id = r."deviceId"
   where l.merchant_id = t.merchant_id and l.device_id = r."deviceId" and l.session_no = r."sessionNo"
$$;
alter function gateway_leave(jsonb) owner to definer;
revoke all on function gateway_leave(jsonb) from public;
grant execute on function gateway_leave(jsonb) to gate;

-- Commands that the gateway carries out: rows of `command` that belong to sessions of a node.
create sequence command_serial as int minvalue 0 maxvalue 65535 cycle;
alter sequence command_serial owner to app_owner;
grant usage on sequence command_serial to definer;

-- Open pages are told of each state, whoever moved it.
create function tell_of_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, keys, store_ids)
    select new.merchant_id, 'command.changed', new.id::text,
      jsonb_strip_nulls(jsonb_build_object('commandId', new.id::text, 'vehicleId', new.vehicle_id::text, 'type', new.type, 'state', new.state,
        'errorCode', new.refusal)),
      array['vehicleControl'], array[v.current_store_id]
      from vehicle v where v.merchant_id = new.merchant_id and v.id = new.vehicle_id
  on conflict (merchant_id, xid, type, ref) do update set data = excluded.data, keys = excluded.keys, store_ids = excluded.store_ids;
  return null;
end $$;
alter function tell_of_command() owner to definer;
revoke all on function tell_of_command() from public;
create trigger told_of_state after update of state on command for each row when (old.state <> new.state) execute function tell_of_command();

-- A new one is told too: gateways listen to what is told.
create trigger told_new after insert on command for each row execute function tell_of_command();

-- Commands that this node has to send now, but cuts and unlocks (gateway_judged).
create function gateway_claim(node text, now_at timestamptz, most int)
  returns table (merchant_id bigint, id bigint, device_id bigint, session_no bigint, type smallint, params jsonb, serial int,
    profile smallint, door_inverted boolean, ctl_short boolean)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update command c set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at
    from (select o.merchant_id, o.id from command o
           where o.state = {commandState.sent} and o.sends >= 3 and o.sent_at <= now_at - interval '15 seconds'
             and o.type <> {commandType.engineRestore}
           for update skip locked) late
   where c.merchant_id = late.merchant_id and c.id = late.id;
  return query
    with due as (
      select c.merchant_id, c.id, l.session_no from command c
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where l.node = gateway_claim.node and c.type not in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
         and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
               else c.sent_at <= now_at - interval '15 seconds' and (c.sends < 3 or c.type = {commandType.engineRestore}) end
       order by c.type <> {commandType.engineRestore}, c.id limit most
       for update of c skip locked),
    again as (
      select c.merchant_id, c.id, l.session_no from command c
        join device d on d.merchant_id = c.merchant_id and d.id = c.device_id
        join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
       where c.type = {commandType.engineRestore} and c.state = {commandState.answered} and d.cut_at is not null
         and l.node = gateway_claim.node and c.sent_at <= now_at - interval '15 seconds'
       limit most for update of c skip locked),
    sent as (
      update command c set
          state = case when c.state = {commandState.toSend} then {commandState.sent} else c.state end,
          node = gateway_claim.node, session_no = n.session_no, serial = coalesce(c.serial, nextval('command_serial')::int),
          sends = least(c.sends + 1, 10000), sent_at = now_at, updated_at = now_at
        from (select * from due union all select * from again) n
       where c.merchant_id = n.merchant_id and c.id = n.id
      returning c.*)
    select s.merchant_id, s.id, s.device_id, s.session_no, s.type, s.params, s.serial, d.profile, d.door_inverted, d.ctl_short
      from sent s join device d on d.merchant_id = s.merchant_id and d.id = s.device_id
     order by s.type <> {commandType.engineRestore}, s.id;
end $$;
alter function gateway_claim(text, timestamptz, int) owner to definer;
revoke all on function gateway_claim(text, timestamptz, int) from public;
grant execute on function gateway_claim(text, timestamptz, int) to gate;

-- What a device answered to a serial: 0 done, anything else not. Says which command that was.
create function gateway_answer(device_id bigint, serial int, answer smallint, now_at timestamptz)
  returns table (merchant_id bigint, id bigint, type smallint) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    update command c set
        state = case when c.state = {commandState.answered} then c.state when gateway_answer.answer = 0 then {commandState.answered} else {commandState.failed} end,
        answer = gateway_answer.answer, answered_at = now_at, updated_at = now_at,
        ended_at = case when gateway_answer.answer = 0 then c.ended_at else now_at end
      from terminal t
     where t.device_id = gateway_answer.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
       and c.serial = gateway_answer.serial
       and (c.state = {commandState.sent} or c.state = {commandState.answered} and c.type = {commandType.engineRestore})
    returning c.merchant_id, c.id, c.type;
end $$;
alter function gateway_answer(bigint, int, smallint, timestamptz) owner to definer;
revoke all on function gateway_answer(bigint, int, smallint, timestamptz) from public;
grant execute on function gateway_answer(bigint, int, smallint, timestamptz) to gate;

-- A later report shows that it took effect. A restore that did takes the flag of a cut off the device.
create function gateway_confirm(device_id bigint, id bigint, now_at timestamptz) returns boolean language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  of_merchant bigint;
  kind smallint;
begin
  update command c set state = {commandState.effective}, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_confirm.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_confirm.id and c.state = {commandState.answered}
  returning c.merchant_id, c.type into of_merchant, kind;
  if not found then return false; end if;
  if kind = {commandType.engineRestore} then
    update device d set cut_at = null, updated_at = now_at where d.merchant_id = of_merchant and d.id = gateway_confirm.device_id;
  end if;
  return true;
end $$;
alter function gateway_confirm(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_confirm(bigint, bigint, timestamptz) from public;
grant execute on function gateway_confirm(bigint, bigint, timestamptz) to gate;

-- A command that its terminal has no word for.
create function gateway_fail(device_id bigint, id bigint, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  update command c set state = {commandState.failed}, answer = 3, ended_at = now_at, updated_at = now_at
    from terminal t
   where t.device_id = gateway_fail.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id
     and c.id = gateway_fail.id and c.state = {commandState.sent}
$$;
alter function gateway_fail(bigint, bigint, timestamptz) owner to definer;
revoke all on function gateway_fail(bigint, bigint, timestamptz) from public;
grant execute on function gateway_fail(bigint, bigint, timestamptz) to gate;

-- Raises the alarm 设备身份不符 of a device, or gives the open one a graver cause. Of a device in a car it waits at the store of the car, as
-- every alarm does.
create function terminal_doubted(of_merchant bigint, of_device bigint, why int, now_at timestamptz) returns void language sql set search_path = public as $$
  insert into alarm as a (merchant_id, type, level, vehicle_id, device_id, store_id, start_at, last_at, cause)
    select d.merchant_id, {alarmType.forged}, {alarmLevel.important}, d.vehicle_id, d.id, v.current_store_id, now_at, now_at, why
      from device d left join vehicle v on v.merchant_id = d.merchant_id and v.id = d.vehicle_id
     where d.merchant_id = of_merchant and d.id = of_device
    on conflict (merchant_id, device_id, type) where end_at is null
      do update set cause = excluded.cause where a.type = {alarmType.forged} and coalesce(a.cause, 0) < excluded.cause
$$;
alter function terminal_doubted(bigint, bigint, int, timestamptz) owner to definer;
revoke all on function terminal_doubted(bigint, bigint, int, timestamptz) from public;

create function gateway_register(phone text, terminal_id text, imei text, maker text, model text, v2019 boolean, network text, now_at timestamptz)
  returns table (result smallint, code_no int) language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  d device%rowtype;
  why int;
begin
  -- Locked, so that guesses side by side are counted one after the other.
  select x.* into t from terminal x where x.phone = gateway_register.phone for update;
  if not found then return query select 4::smallint, 0; return; end if;
  if exists (select from terminal_wrong w where w.since > now_at - interval '1 hour'
      and (w.thing = 'number/' || t.phone and w.n >= 5 or w.thing = 'network/' || gateway_register.network and w.n >= 100)) then
    return query select 4::smallint, 0; return;
  end if;
  select x.* into d from device x where x.merchant_id = t.merchant_id and x.id = t.device_id;
  -- Who reports to a front-end does not register here.
  if d.kind <> {deviceKind.direct} then return query select 4::smallint, 0; return; end if;
  why := case
    when not (d.terminal_id <> '' and d.terminal_id in (gateway_register.terminal_id, gateway_register.imei)
      or d.imei <> '' and d.imei in (gateway_register.terminal_id, gateway_register.imei)) then {forgedCause.otherTerminal}
    when t.used_at is not null then {forgedCause.registeredAgain} end;
  if why is null then
    update device x set maker_id = left(gateway_register.maker, 11), model_code = left(gateway_register.model, 30),
           protocol = case when gateway_register.v2019 then 2019 else 2013 end, updated_at = now_at
     where x.merchant_id = d.merchant_id and x.id = d.id and (x.maker_id, x.model_code, x.protocol) is distinct from
           (left(gateway_register.maker, 11), left(gateway_register.model, 30), case when gateway_register.v2019 then 2019 else 2013 end);
    return query select 0::smallint, t.code_no; return;
  end if;
  delete from terminal_wrong w where w.thing in
    (select o.thing from terminal_wrong o where o.since <= now_at - interval '1 hour' for update skip locked);
  insert into terminal_wrong as w (thing, since, n)
    select thing, now_at, 1 from (values ('number/' || t.phone, true), ('network/' || gateway_register.network, why = {forgedCause.otherTerminal}))
      as one (thing, counts) where counts order by thing
    on conflict (thing) do update set n = w.n + 1;
  if not exists (select from alarm a where a.merchant_id = d.merchant_id and a.device_id = d.id and a.type = {alarmType.forged}
      and a.start_at > now_at - interval '1 hour') then
    perform terminal_doubted(d.merchant_id, d.id, why, now_at);
  end if;
  return query select case why when {forgedCause.registeredAgain} then 3 else 4 end::smallint, 0;
end $$;
alter function gateway_register(text, text, text, text, text, boolean, text, timestamptz) owner to definer;
revoke all on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) from public;
grant execute on function gateway_register(text, text, text, text, text, boolean, text, timestamptz) to gate;

-- The charge profile of a device, for its link.
create function charge_profile_of(merchant bigint, profile bigint) returns jsonb language sql stable set search_path = public as $$
  select jsonb_build_object('chargeItem', p.charge_item, 'chargeScale', p.charge_scale, 'rangeItem', p.range_item, 'rangeScale', p.range_scale,
      'rangeUnit', p.range_unit)
    from charge_profile p where p.merchant_id = merchant and p.id = profile
$$;
revoke all on function charge_profile_of(bigint, bigint) from public;
grant execute on function charge_profile_of(bigint, bigint) to definer;

create function gateway_enter(node text, phone text, network text, hash bytea, now_at timestamptz)
  returns table (merchant_id bigint, device_id bigint, session_no bigint, profile smallint, door_inverted boolean, ctl_short boolean,
    clock smallint, at double precision, lat double precision, lng double precision, stopped_since double precision,
    acc boolean, rest_at double precision, rest_lat double precision, rest_lng double precision, charge jsonb)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  t terminal%rowtype;
  before device_live%rowtype;
  moved boolean;
begin
  select x.* into t from terminal x where x.phone = gateway_enter.phone and x.auth_hash = gateway_enter.hash;
  if not found then return; end if;
  select x.* into before from device_live x where x.merchant_id = t.merchant_id and x.device_id = t.device_id for update;
  moved := coalesce(before.network <> gateway_enter.network, false);
  if moved and before.moved_at > now_at - interval '2 minutes' then
    perform terminal_doubted(t.merchant_id, t.device_id, {forgedCause.twoNetworks}, now_at);
  end if;
  update terminal x set used_at = now_at where x.phone = t.phone and x.code_no = t.code_no and x.used_at is null;
  return query
    with entered as (
      insert into device_live as l (merchant_id, device_id, node, session_no, network, connected_at, last_msg_at)
        values (t.merchant_id, t.device_id, gateway_enter.node, nextval('gateway_session'), gateway_enter.network, now_at, now_at)
        on conflict (merchant_id, device_id) do update
          set node = excluded.node, session_no = excluded.session_no, network = excluded.network, connected_at = excluded.connected_at,
              last_msg_at = excluded.last_msg_at, moved_at = case when moved then now_at else l.moved_at end
        returning l.*)
    select d.merchant_id, d.id, e.session_no, d.profile, d.door_inverted, d.ctl_short, d.clock, (extract(epoch from e.at) * 1000)::double precision,
           e.lat_e6 / 1e6::double precision, e.lng_e6 / 1e6::double precision, (extract(epoch from e.stopped_since) * 1000)::double precision,
           e.acc, (extract(epoch from e.rest_at) * 1000)::double precision, e.rest_lat_e6 / 1e6::double precision, e.rest_lng_e6 / 1e6::double precision,
           charge_profile_of(d.merchant_id, d.charge_profile_id)
      from entered e join device d on d.merchant_id = e.merchant_id and d.id = e.device_id;
end $$;
alter function gateway_enter(text, text, text, bytea, timestamptz) owner to definer;
revoke all on function gateway_enter(text, text, text, bytea, timestamptz) from public;
grant execute on function gateway_enter(text, text, text, bytea, timestamptz) to gate;

-- A device whose reports a front-end forwards: there is no code, because the front-end has proved itself.
create function gateway_enter_tracker(node text, phone text, now_at timestamptz)
  returns table (merchant_id bigint, device_id bigint, session_no bigint, profile smallint, door_inverted boolean, ctl_short boolean,
    kind smallint, at double precision, lat double precision, lng double precision, stopped_since double precision,
    acc boolean, rest_at double precision, rest_lat double precision, rest_lng double precision, charge jsonb)
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
    with entered as (
      insert into device_live as l (merchant_id, device_id, node, session_no, connected_at, last_msg_at)
        select t.merchant_id, t.device_id, gateway_enter_tracker.node, nextval('gateway_session'), now_at, now_at
          from terminal t join device d on d.merchant_id = t.merchant_id and d.id = t.device_id
         where t.phone = gateway_enter_tracker.phone and d.kind <> {deviceKind.direct}
        on conflict (merchant_id, device_id) do update
          set node = excluded.node, session_no = excluded.session_no, connected_at = excluded.connected_at, last_msg_at = excluded.last_msg_at
        returning l.*)
    select d.merchant_id, d.id, e.session_no, d.profile, d.door_inverted, d.ctl_short, d.kind, (extract(epoch from e.at) * 1000)::double precision,
           e.lat_e6 / 1e6::double precision, e.lng_e6 / 1e6::double precision, (extract(epoch from e.stopped_since) * 1000)::double precision,
           e.acc, (extract(epoch from e.rest_at) * 1000)::double precision, e.rest_lat_e6 / 1e6::double precision, e.rest_lng_e6 / 1e6::double precision,
           charge_profile_of(d.merchant_id, d.charge_profile_id)
      from entered e join device d on d.merchant_id = e.merchant_id and d.id = e.device_id;
end $$;
alter function gateway_enter_tracker(text, text, timestamptz) owner to definer;
revoke all on function gateway_enter_tracker(text, text, timestamptz) from public;
grant execute on function gateway_enter_tracker(text, text, timestamptz) to gate;

-- A terminal answered the end of a link whose session another link had taken: both were there at once. By the same network it is the same terminal.
create function gateway_still_there(device_id bigint, network text, now_at timestamptz) returns void language sql security definer set search_path = public as $$
  select terminal_doubted(l.merchant_id, l.device_id, {forgedCause.twoNetworks}, now_at)
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_still_there.device_id and l.network <> gateway_still_there.network
$$;
alter function gateway_still_there(bigint, text, timestamptz) owner to definer;
revoke all on function gateway_still_there(bigint, text, timestamptz) from public;
grant execute on function gateway_still_there(bigint, text, timestamptz) to gate;

-- Its terminal logs in again with the code that it has, so that what was changed of the device holds for its link.
create function terminal_again(device_id bigint) returns void language sql security definer set search_path = public as $$
  update device_live l set session_no = nextval('gateway_session'), node = null
   where l.merchant_id = merchant() and l.device_id = terminal_again.device_id
$$;
alter function terminal_again(bigint) owner to definer;
revoke all on function terminal_again(bigint) from public;
grant execute on function terminal_again(bigint) to tenant;

create function alarm_of_car() returns trigger language plpgsql as $$
begin
  new.car_type := case when new.type <> {alarmType.forged}
    and (new.end_at is null or new.state in ({alarmState.open}, {alarmState.running})) then new.type end;
  return new;
end $$;
create trigger of_car before insert or update on alarm for each row execute function alarm_of_car();

-- Open pages are told of each alarm that begins, ends or is handled.
create function tell_of_alarm() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into event (merchant_id, type, ref, data, store_ids)
    select new.merchant_id, 'alarm', new.id::text,
      jsonb_build_object('alarmId', new.id::text, 'vehicleId', new.vehicle_id::text, 'type', new.type, 'level', new.level, 'state', new.state),
      array[v.current_store_id, v.home_store_id]
      from vehicle v where v.merchant_id = new.merchant_id and v.id = new.vehicle_id
  on conflict (merchant_id, xid, type, ref) do update set data = excluded.data;
  return null;
end $$;
alter function tell_of_alarm() owner to definer;
revoke all on function tell_of_alarm() from public;
create trigger told_new after insert on alarm for each row execute function tell_of_alarm();
create trigger told after update of state, end_at, level on alarm for each row
  when ((old.state, old.end_at, old.level) is distinct from (new.state, new.end_at, new.level)) execute function tell_of_alarm();

-- A device that leaves its car ends the alarms of both: its next reports are of another car.
create function ends_alarms() returns trigger language plpgsql as $$
begin
  update alarm a set end_at = greatest(a.start_at, app_now())
   where a.merchant_id = old.merchant_id and a.device_id = old.id and a.end_at is null and a.type <> {alarmType.forged};
  return null;
end $$;
create trigger ends_alarms after update of vehicle_id on device for each row
  when (old.vehicle_id is distinct from new.vehicle_id) execute function ends_alarms();

-- Merchants with alarms that nobody was notified of.
create function alarms_untold() returns setof bigint language sql stable security definer set search_path = public as $$
  select distinct a.merchant_id from alarm a where a.told_at is null
$$;
alter function alarms_untold() owner to definer;
revoke all on function alarms_untold() from public;
grant execute on function alarms_untold() to gate;

-- Whether a device was parked here within the last day: reports of ten minutes and more with the engine off, within about 200 m.
create function parked_here(of_merchant bigint, of_device bigint, lat_e6 int, lng_e6 int, now_at timestamptz) returns boolean
  language sql stable set search_path = public as $$
  select coalesce(max(p.at) - min(p.at) >= interval '10 minutes', false) from position p
   where p.merchant_id = of_merchant and p.device_id = of_device and p.at > now_at - interval '1 day' and p.at <= now_at
     and p.valid and p.speed < 30 and p.status_bits & 1 = 0
     and abs(p.lat_e6 - parked_here.lat_e6) <= 1800
     and abs(p.lng_e6 - parked_here.lng_e6) <= 1800 / greatest(cos(radians(parked_here.lat_e6 / 1e6)), 0.1)
$$;

-- Cuts and unlocks that this node may have to send: new ones, and those that were not answered.
create function gateway_judged(node text, now_at timestamptz) returns table (id bigint, device_id bigint, session_no bigint, state smallint)
  language sql stable security definer set search_path = public as $$
  select c.id, c.device_id, l.session_no, c.state from command c
    join device_live l on l.merchant_id = c.merchant_id and l.device_id = c.device_id
   where l.node = gateway_judged.node and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
     and case when c.state = {commandState.toSend} then c.expire_at is null or c.expire_at > now_at
           else c.sends < 3 and c.sent_at <= now_at - interval '15 seconds' end
   order by c.id limit 100
$$;
alter function gateway_judged(text, timestamptz) owner to definer;
revoke all on function gateway_judged(text, timestamptz) from public;
grant execute on function gateway_judged(text, timestamptz) to gate;

-- It may leave: from now on the engine may be off, where it is a cut.
create function gateway_judged_send(device_id bigint, id bigint, node text, now_at timestamptz) returns int
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  used int;
  sent_type smallint;
begin
  update command c set state = {commandState.sent}, node = gateway_judged_send.node, session_no = l.session_no,
      serial = coalesce(c.serial, nextval('command_serial')::int), sends = c.sends + 1, sent_at = now_at, updated_at = now_at
    from terminal t join device_live l on l.merchant_id = t.merchant_id and l.device_id = t.device_id
   where t.device_id = gateway_judged_send.device_id and c.merchant_id = t.merchant_id and c.device_id = t.device_id and c.id = gateway_judged_send.id
     and c.type in ({commandType.engineCut}, {commandType.unlock}) and c.state in ({commandState.toSend}, {commandState.sent})
  returning c.serial, c.type into used, sent_type;
  update device d set cut_at = coalesce(d.cut_at, now_at), updated_at = now_at from terminal t
   where t.device_id = gateway_judged_send.device_id and d.merchant_id = t.merchant_id and d.id = t.device_id and sent_type = {commandType.engineCut};
  return used;
end $$;
alter function gateway_judged_send(bigint, bigint, text, timestamptz) owner to definer;
revoke all on function gateway_judged_send(bigint, bigint, text, timestamptz) from public;
grant execute on function gateway_judged_send(bigint, bigint, text, timestamptz) to gate;

-- It may not. `unsent`: it had been let go in a transaction before, and no byte of it has left, this time or ever. What was sent before and
-- may not be sent again has run out, and its engine may be off.
create function gateway_judged_refuse(device_id bigint, id bigint, code int, word text, unsent boolean, now_at timestamptz) returns void
  language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare c command%rowtype;
begin
  select x.* into c from command x join terminal t on t.merchant_id = x.merchant_id and t.device_id = x.device_id
   where t.device_id = gateway_judged_refuse.device_id and x.id = gateway_judged_refuse.id and x.type in ({commandType.engineCut}, {commandType.unlock})
     and x.state in ({commandState.toSend}, {commandState.sent}) for update of x;
  if not found then return; end if;
  if c.state = {commandState.toSend} or unsent then
    update command x set state = {commandState.refused}, refusal = code, ended_at = now_at, updated_at = now_at
     where x.merchant_id = c.merchant_id and x.id = c.id;
    -- The flag that this one set; that of a cut before it stays.
    update device d set cut_at = null, updated_at = now_at
     where unsent and c.type = {commandType.engineCut} and d.merchant_id = c.merchant_id and d.id = c.device_id and d.cut_at = c.sent_at;
  else
    update command x set state = {commandState.timedOut}, ended_at = now_at, updated_at = now_at where x.merchant_id = c.merchant_id and x.id = c.id;
  end if;
  insert into audit (merchant_id, at, account_id, action, target_type, target_id, after, result)
    values (c.merchant_id, now_at, c.created_by, 'vehicleControl.command', 'command', c.id,
      jsonb_build_object('vehicleId', c.vehicle_id::text, 'type', c.type), word);
end $$;
alter function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) owner to definer;
revoke all on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) from public;
grant execute on function gateway_judged_refuse(bigint, bigint, int, text, boolean, timestamptz) to gate;

create policy scope on vehicle_document as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on device as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is null or sees_vehicle(vehicle_id));

create policy scope on device_stay as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on vehicle_use as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on alarm_off as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on device_live as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

create policy scope on position as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_position(device_id, at));

create policy scope on device_km as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_device(device_id));

create policy scope on command as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or sees_vehicle(vehicle_id));

create policy scope on alarm as restrictive to tenant
  using ((select current_setting('app.scope')) = 'all' or vehicle_id is not null and sees_vehicle(vehicle_id));
