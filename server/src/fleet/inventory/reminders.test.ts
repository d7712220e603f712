import { contract } from '@cheyi/contract/index'
import { addDays, DAY, localDate } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { runForMerchants } from '../../kernel/process/jobs.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { remind } from './reminders.ts'

sharedMerchant()

const told = async (token: string) =>
  (await t.call(contract.notify.page, {}, { token })).list.map(({ title, body }) => `${title}：${body}`)
const run = () => runForMerchants(t.jobs, 'paperReminder', remind)

it('the people of the fleet are told once of papers that run out in 30, 15 and 3 days', async () => {
  const [first, second] = w.vehicles.lavida
  const ends = (days: number) => addDays(localDate(TEST_NOW), days)
  await t.root.query('update vehicle set insurance_expire_on = $2, inspection_expire_on = $3 where merchant_id = $1', [
    w.merchantId,
    ends(200),
    ends(201),
  ])
  await t.root.query('update vehicle set insurance_expire_on = $2 where id = any ($1)', [
    [first!.id, second!.id],
    ends(15),
  ])
  await run()
  await run()
  expect(await told(w.tokens.fleet)).toEqual([`2辆车的保险15天后到期：${first!.plate}、${second!.plate}`])
  expect(await told(w.tokens.clerk)).toEqual([])
  t.clock.set(TEST_NOW + DAY)
  await run()
  expect(await told(w.tokens.fleet)).toHaveLength(1)
})
