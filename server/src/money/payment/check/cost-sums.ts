import { costKind } from '@cheyi/domain/fleet/cost/codes'

const capital = `${costKind.purchase}, ${costKind.sale}`
/** The sums of a vehicle and month, as the triggers of `vehicle_cost` move them. */
export const costSums = `
  select coalesce(k.merchant_id, e.merchant_id), null::text,
    to_char(coalesce(k.month, e.month), 'YYYY-MM') || ' 车辆 ' || coalesce(k.vehicle_id, e.vehicle_id) || ' 的成本合计与明细不一致（' || s.side || '）',
    s.stored, s.rebuilt
  from vehicle_cost_month k
    full join (select c.merchant_id, x.month, c.vehicle_id,
        sum(x.fen) filter (where c.kind not in (${capital}, ${costKind.depreciation}, ${costKind.ownerShare})) as running_fen,
        sum(x.fen) filter (where c.kind = ${costKind.depreciation}) as depreciation_fen,
        sum(case c.kind when ${costKind.sale} then -x.fen else x.fen end) filter (where c.kind in (${capital})) as capital_fen,
        sum(x.fen) filter (where c.kind = ${costKind.ownerShare}) as owner_fen
      from vehicle_cost c cross join lateral jsonb_to_recordset(c.shares) x (month date, fen bigint)
      where c.voided_at is null group by 1, 2, 3) e
      on e.merchant_id = k.merchant_id and e.month = k.month and e.vehicle_id = k.vehicle_id
    cross join lateral (values ('日常', coalesce(k.running_fen, 0), coalesce(e.running_fen, 0)),
      ('折旧', coalesce(k.depreciation_fen, 0), coalesce(e.depreciation_fen, 0)),
      ('购置', coalesce(k.capital_fen, 0), coalesce(e.capital_fen, 0)),
      ('车主分成', coalesce(k.owner_fen, 0), coalesce(e.owner_fen, 0))) s (side, stored, rebuilt)
  where s.stored <> s.rebuilt`
