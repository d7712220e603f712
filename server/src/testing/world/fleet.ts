import type pg from 'pg'

/** Adds cars that are like one of the merchant, with plates of their own. @returns their ids */
export async function copyCars(
  root: pg.Client,
  { merchantId, like, count }: { readonly merchantId: string; readonly like: string; readonly count: number },
): Promise<string[]> {
  const { rows: names } = await root.query(
    `select string_agg(attname, ', ') as own from pg_attribute where attrelid = 'vehicle'::regclass and attnum > 0
       and attgenerated = '' and not attisdropped`,
  )
  const { own } = names[0]
  const { rows } = await root.query(
    `insert into vehicle (${own}) select ${own} from (select (jsonb_populate_record(v, jsonb_build_object('id', nextval('row_id'), 'plate', '沪Z' || lpad(n::text, 5, '0'),
         'vin', lpad(n::text, 17, 'L')))).* from vehicle v, generate_series(10000, 9999 + $2::int) n
       where v.merchant_id = $1 and v.id = $3) r returning id`,
    [merchantId, count, like],
  )
  return rows.map(({ id }) => id as string)
}
