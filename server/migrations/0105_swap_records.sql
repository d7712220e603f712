-- A return has the seq of the pickup that it ends, so that a swapped order has a return for each car. Those of orders that
-- were swapped before, whose first cars have none, belong to the last pickup.
update pickup_return_record r set seq = p.seq
  from (select merchant_id, order_id, max(seq) as seq from pickup_return_record where type = 0 and not void
        group by merchant_id, order_id) p
 where r.merchant_id = p.merchant_id and r.order_id = p.order_id and r.type = 1 and not r.void and r.seq <> p.seq;
