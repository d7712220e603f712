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
create unique index model_library_name on model_library (name, coalesce(model_year, 0), config);
alter table model_library owner to app_owner;
grant select on model_library to tenant;

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
  primary key (merchant_id, id)
);
comment on column model.images is 'paths of image_ids in their order: lists sign links without looking the files up';
comment on column model.class_rank is 'A model of the same or a higher rank may stand in as an upgrade';
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
  primary key (merchant_id, id),
  foreign key (merchant_id, model_id) references model (merchant_id, id),
  foreign key (merchant_id, home_store_id) references store (merchant_id, id),
  foreign key (merchant_id, current_store_id) references store (merchant_id, id)
);
comment on column vehicle.insurance_expire_on is 'Last day of the last compulsory policy; kept with the policies, as commercial_expire_on is';
comment on column vehicle.lifecycle is '0 待上架 1 在营 2 下架 3 已处置';
create unique index vehicle_plate on vehicle (merchant_id, plate) where lifecycle <> {lifecycle.disposed};
create unique index vehicle_vin on vehicle (merchant_id, vin);
create index vehicle_pool on vehicle (merchant_id, home_store_id, model_id) include (id, current_store_id) where lifecycle = {lifecycle.inService};
create index vehicle_papers on vehicle (merchant_id, papers_end_on) include (home_store_id, current_store_id) where lifecycle = {lifecycle.inService};
-- Cars that are kept and not in service: the few that a count of what is on rent leaves out.
create index vehicle_off on vehicle (merchant_id, id) include (home_store_id, current_store_id) where lifecycle in ({lifecycle.waiting}, {lifecycle.off});
select tenant_table('vehicle');
grant update (updated_at) on vehicle to definer;
select store_scoped('vehicle', 'home_store_id', 'current_store_id');
create policy stores on vehicle as restrictive to tenant_stores using (
  home_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[])
  or current_store_id = any ((select current_setting('app.store_ids')::bigint[])::bigint[]));

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
create index vehicle_document_vehicle on vehicle_document (merchant_id, vehicle_id) where removed_at is null;
select tenant_table('vehicle_document');

-- What the titles and names of a merchant's own spreadsheets mean: chosen once, known the next time.
create table import_choice (
  merchant_id bigint not null default merchant(),
  field text not null check (field in ('column', 'model', 'store')),
  name text not null,
  target text,
  updated_at timestamptz not null default app_now(),
  primary key (merchant_id, field, name)
);
comment on column import_choice.name is 'In its plain form, without blanks and full-width signs; empty: rows that say none';
comment on column import_choice.target is 'A key of the import columns, or the id of a model or store; null: nothing of the column is taken';
select tenant_table('import_choice');

-- What damage costs at this merchant, by families of parts and kinds of damage; what nobody changed yet has no row, and the
-- product's own list holds (车损价目).
create table damage_price (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  family text not null check (length(family) between 1 and 20),
  scratch_fen bigint check (scratch_fen > 0),
  dent_fen bigint check (dent_fen > 0),
  paint_fen bigint check (paint_fen > 0),
  broken_fen bigint check (broken_fen > 0),
  missing_fen bigint check (missing_fen > 0),
  stain_fen bigint check (stain_fen > 0),
  version int not null default 1,
  primary key (merchant_id, id),
  unique (merchant_id, family)
);
comment on table damage_price is 'one row per family of parts; null: estimated by hand';
select tenant_table('damage_price');

create table media (
  merchant_id bigint not null default merchant(),
  id bigint not null default nextval('row_id'),
  biz text not null,
  biz_id bigint,
  order_id bigint,
  kind text not null check (kind in ('image', 'video', 'pdf', 'table')),
  path text not null,
  thumb boolean not null default false,
  mime text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width int,
  height int,
  taken_at timestamptz,
  uploader_id bigint not null default actor(),
  linked_at timestamptz,
  superseded_by bigint,
  state smallint not null default 2,
  created_at timestamptz not null default app_now(),
  scan_id bigint,
  -- A file over 8 MB comes in parts, which survive a lost connection. What came of it is known by its parts until it is whole.
  upload_key text,
  parts int,
  duration_s int,
  primary key (merchant_id, id)
);
comment on column media.state is '0 待上传 1 处理中 2 可用 3 已拒绝 4 已删除';
comment on column media.scan_id is 'the link by which it came';
comment on column media.upload_key is 'what its uploader calls it while it comes in parts';
comment on column media.parts is 'in how many parts it lies; null for one that is opened whole';
create unique index media_path on media (merchant_id, path);
create index media_biz on media (merchant_id, biz, biz_id);
create index media_orphan on media (created_at) where linked_at is null and state = {mediaState.ready};
create index media_table on media (merchant_id, created_at) where kind = 'table' and state = {mediaState.ready};
create index media_scan on media (merchant_id, scan_id) where scan_id is not null;
create unique index media_upload on media (merchant_id, uploader_id, upload_key) where upload_key is not null;
create index media_unfinished on media (created_at) where state = {mediaState.uploading};
select tenant_table('media');
alter table company_stamp add foreign key (merchant_id, media_id) references media (merchant_id, id);

create table media_part (
  merchant_id bigint not null default merchant(),
  media_id bigint not null,
  no int not null,
  sha256 bytea not null,
  primary key (merchant_id, media_id, no),
  foreign key (merchant_id, media_id) references media (merchant_id, id)
);
select tenant_table('media_part');

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

select grant_as_tenant();
