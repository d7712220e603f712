import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { deviceRole } from '@cheyi/domain/fleet/vehicle-control/codes'
import { driverTaskStatus } from '@cheyi/domain/rental/driver/codes'
import { carOutSql, carsOfSql, lateCarsOfSql, listedCarModelSql } from '../../../booking/order/actions.ts'
import { oneWaySql } from '../../../platform/store/actions.ts'
import { todosOfOrders } from '../../../platform/todo/actions.ts'

/** Drivers of an order, by type of trip. The name is a subquery by id, since a join would scan the accounts for each row. */
const driversSql = `select t.order_id, json_object_agg(t.type, (select a.name from account a where a.id = t.account_id)) as names
       from driver_task t where t.order_id = any ($1::bigint[]) and t.status in (${driverTaskStatus.waiting}, ${driverTaskStatus.running})
       group by t.order_id`

/**
 * Stores and models are read once, because most rows have the same few. Data that few orders have is also read in one pass over all listed
 * orders.
 */
const ordersSql = `with stores as materialized (select id, name from store),
       models as materialized (select id, name from model),
       page as materialized (select * from "order" where id = any ($1::bigint[])), ${carsOfSql('page')}, ${lateCarsOfSql('page')},
       drivers as materialized (${driversSql}),
       tracked as materialized (select d.vehicle_id from device d where d.role = ${deviceRole.main}
         and d.vehicle_id = any (array(select p.vehicle_id from page p where p.status = ${orderStatus.pickedUp}))),
       notes as materialized (select distinct on (k.order_id) k.order_id, k.content from remark k
         where k.order_id = any ($1::bigint[]) and k.top_flag order by k.order_id, k.id desc)
     select o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, o.contact_name,
       o.contact_phone_mask as phone, o.pickup_type, o.return_type, o.self_service, ${listedCarModelSql('o', 'm.name')} as model_name,
       ${carOutSql('o', 'late_cars')} as car_out, ${oneWaySql('o')} as one_way,
       s.name as pickup_store, r.name as return_store, o.pickup_address, o.return_address,
       (select d.names from drivers d where d.order_id = o.id) as drivers, (select k.content from notes k where k.order_id = o.id) as note,
       case when o.status = ${orderStatus.pickedUp} then (select d.vehicle_id from tracked d where d.vehicle_id = o.vehicle_id) end as tracked_car_id
     from page o join models m on m.id = o.model_id join stores s on s.id = o.store_id join stores r on r.id = o.return_store_id`

todosOfOrders((ctx, ids) => ctx.query(ordersSql, [ids]))
