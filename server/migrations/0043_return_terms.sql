-- What prices a return is the order's: frozen when its agreement is signed, at the latest at the pickup. Null: not yet.
alter table "order" add column return_terms jsonb;

-- Contracts that run already, or were signed, or may still be deducted for: as the settings stand now.
update "order" o set return_terms = jsonb_build_object(
    'v', 1,
    'overdueMultiplierBp', coalesce((m.settings ->> 'overdueMultiplierBp')::int, 15000),
    'earlyReturnMode', coalesce((m.settings ->> 'earlyReturnMode')::int, 2),
    'earlyReturnFeeBp', coalesce((m.settings ->> 'earlyReturnFeeBp')::int, 2000),
    'fuelFenPerLitre', coalesce((m.settings ->> 'fuelFenPerLitre')::int, 850),
    'chargeFenPerKwh', coalesce((m.settings ->> 'chargeFenPerKwh')::int, 200),
    'energyServiceFeeFen', coalesce((m.settings ->> 'energyServiceFeeFen')::int, 3000),
    'refundExtraFuel', coalesce((m.settings ->> 'refundExtraFuel')::boolean, false),
    'lowBatteryFeeFen', coalesce((m.settings ->> 'lowBatteryFeeFen')::int, 0),
    'crossDeduct', coalesce((m.settings ->> 'crossDeduct')::boolean, false),
    'freeKmPerDay', c.mileage_limit_km_per_day,
    'fenPerKm', c.over_mileage_per_km_fen)
  from merchant m, model c
 where m.id = o.merchant_id and c.merchant_id = o.merchant_id
   and c.id = coalesce(
     (select v.model_id from vehicle v where v.merchant_id = o.merchant_id and v.id = o.vehicle_id), o.model_id)
   and (o.status in (5, 6) or o.status in (3, 4) and exists (
     select from agreement a
      where a.merchant_id = o.merchant_id and a.order_id = o.id and a.type = 1 and a.status in (2, 5)));
