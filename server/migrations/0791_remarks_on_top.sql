-- Home shows the remark on top of an order. Few orders have one: those of a page are found in one walk.
create index remark_top on remark (merchant_id, order_id, id) where top_flag;
