import type { TollRow } from '@cheyi/domain/rental/toll/import/row'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { takeIn } from '../../../seed/bills/tolls.ts'
import type { TestApp } from '../../app.ts'
import { inContext } from '../../context.ts'
import type { World } from '../world.ts'

/** Lines of a bill of a car that is out: one for each thing that may be done with one, and of a card without a car. */
export async function makeTolls(t: TestApp, w: World, plate: string, from: number): Promise<Record<string, string>> {
  const line = (n: number, over: Partial<TollRow> = {}): TollRow => ({
    kind: 1,
    provider: 'ETC',
    lineNo: `S${n}`,
    plate,
    cardNo: '',
    inAt: null,
    outAt: from + 3 * HOUR + n * MINUTE,
    place: '沪昆高速',
    fen: 77_777_711 + n,
    ...over,
  })
  const unknown = { plate: '', cardNo: '31010001' }
  const names = ['toMatch', 'toWaive', 'toVoid', 'toBear', 'open']
  await inContext(t, w, 'owner', (ctx) =>
    takeIn(ctx, [...names.map((_, n) => line(n)), line(8, unknown), line(9, { ...unknown, cardNo: '31010002' })]),
  )
  const { rows } = await t.root.query('select id, line_no from toll_line where merchant_id = $1', [w.merchantId])
  const idOf = (n: number) => rows.find(({ lineNo }) => lineNo === `S${n}`)!.id as string
  return {
    ...Object.fromEntries(names.map((name, n) => [`toll.${name}`, idOf(n)])),
    'toll.card': idOf(8),
  }
}
