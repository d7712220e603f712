import { inventory } from '@cheyi/contract/fleet/inventory'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { HOUR } from '@cheyi/domain/time'
import { carsFor } from './setup/prepare.ts'
import { expect, test } from './setup/test.ts'

/* A ticket that waits stands on home, and its counter lists it. */

test('a ticket that nobody sees to is found on home and given to somebody', async ({ page, open, as }) => {
  const api = await as('manager')
  const cars = await carsFor(api, 'free')
  const idle = new Set(
    (await api.ask(inventory.list, { runState: runState.idle })).list.map(({ vehicleId }) => vehicleId),
  )
  const { vehicleId, plate } = cars.find((car) => car.openNo === null && idle.has(car.vehicleId))!
  // Due now: what is due later today is beyond what a busy shop's home lists.
  const now = Date.now()
  const plan = { planStart: now, planEnd: now + HOUR, confirm: true, force: true, forceReason: '内饰弄脏' }
  const { ticketId } = await api.ask(ticket.maintenanceCreate, { vehicleId, type: 5, items: '内饰清洗', ...plan })

  await open('/tickets', 'manager')
  await page.getByRole('tab', { name: /待派单/ }).click()
  await expect(page).toHaveURL(/waits=ticketAssign/)
  const tail = plate.slice(-5)
  await expect(page.getByRole('img', { name: new RegExp(tail) }).first()).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: /^全部 \d/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: '维保 · 清洁美容' }).filter({ hasText: tail })
  await row.getByRole('button', { name: '派单' }).click()
  await expect(page).toHaveURL(new RegExp(`ticketId=${ticketId}`))
  await expect(page).toHaveTitle('车驿 · 维保单详情')
})
