import { inventory } from '@cheyi/contract/inventory'
import { ticket } from '@cheyi/contract/ticket'
import { displayPlate } from '@cheyi/domain/check/plate'
import { HOUR } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { expect, test } from './setup/test.ts'

/* A car is shown at the station: its new certificate becomes its paper, and it is free again. */

/** A car that nothing takes in the next hours, whose inspection no ticket stands for. */
async function idleCar(api: Api) {
  const planStart = Date.now()
  for (const car of await api.ask(ticket.vehicles, {})) {
    if (car.openNo !== null) continue
    const asked = { kind: 3 as const, vehicleId: car.vehicleId, planStart, planEnd: planStart + 5 * HOUR }
    const effect = await api.ask(ticket.preview, asked).catch(() => null)
    const tickets = await api.ask(ticket.ofVehicle, { vehicleId: car.vehicleId })
    if (effect !== null && effect.moved.length + effect.pinned.length + effect.harmed.length + tickets.length === 0)
      return car
  }
  throw new Error('no car is idle')
}

test('a car is planned, inspected and fails', async ({ page, open, as }) => {
  const api = await as('manager')
  const { vehicleId, plate } = await idleCar(api)

  // From the car's own page.
  await open(`/inventory/detail/${vehicleId}`, 'manager')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('dialog', { name: '新建工单' }).getByRole('button', { name: '新建年检单' }).click()
  await expect(page).toHaveTitle('车驿 · 新建年检单')
  await page.getByLabel('检测机构').fill('安车检测站')
  await page.getByRole('button', { name: '创建年检单' }).click()
  await expect(page.getByText('年检单已创建')).toBeVisible()
  await expect(page.getByText('待派单')).toBeVisible()
  await expect(page.getByText(displayPlate(plate))).toBeVisible()
  const ticketId = new URL(page.url()).searchParams.get('ticketId')!

  // A second one for the same end is refused by the number of the first.
  const second = await api.ask(ticket.yearlyCreate, { vehicleId }).then(String, String)
  const { no } = await api.ask(ticket.yearlyDetail, { ticketId })
  expect(second).toContain(`该车本次年检已有工单 ${no}`)

  await page.getByRole('button', { name: '开始办理' }).click()
  const begin = page.getByRole('dialog', { name: '开始办理' })
  await begin.getByRole('button', { name: '开始办理' }).click()
  await expect(page.getByText('已开始办理')).toBeVisible()
  expect((await api.ask(inventory.detail, { vehicleId })).runState).toBe(70)

  await page.getByRole('button', { name: '不合格', exact: true }).click()
  const fails = page.getByRole('dialog', { name: '检验不合格' })
  await fails.getByText('制动不合格').click()
  await fails.getByRole('button', { name: '登记不合格' }).click()
  await expect(page.getByText('已登记不合格，待复检')).toBeVisible()
})

test('the list tells of each state, and the hub leads to it', async ({ page, open }) => {
  await open('/tickets', 'manager')
  await page.getByRole('button', { name: /^年检/ }).click()
  await expect(page).toHaveTitle('车驿 · 年检单')
  await page.getByRole('tab', { name: /进行中/ }).click()
  await expect(page.getByText('待复检').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: /已完成/ }).click()
  await expect(page.getByText(/到期/).filter({ visible: true }).first()).toBeVisible()
})
