import { inventory } from '@cheyi/contract/inventory'
import { ticket } from '@cheyi/contract/ticket'
import { displayPlate } from '@cheyi/domain/check/plate'
import { yearlyStatuses } from '@cheyi/domain/ticket/codes'
import { addDays, HOUR, localDate } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
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

test('a car is planned, fails, goes to a garage and passes with its new certificate', async ({ page, open, as }) => {
  const api = await as('manager')
  const { vehicleId, plate, inspectionExpireOn } = await idleCar(api)
  const today = localDate(Date.now())

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

  await page.getByRole('button', { name: '转维保' }).click()
  const repair = page.getByRole('dialog', { name: '转维保' })
  await repair.getByLabel('维修项目').fill('更换前刹车片')
  await repair.getByRole('button', { name: '转维保' }).click()
  await expect(page.getByText('已转维保')).toBeVisible()
  await page.getByRole('button', { name: /维保单/ }).click()
  await expect(page).toHaveTitle('车驿 · 维保单详情')
  await expect(page.getByText('更换前刹车片')).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '取消工单' }).click()
  const cancel = page.getByRole('dialog', { name: '取消维保单' })
  await cancel.getByText('建单有误').click()
  await cancel.getByRole('button', { name: '取消工单' }).click()
  await expect(page.getByText('维保单已取消')).toBeVisible()

  await page.goto(`/tickets/yearly/detail?ticketId=${ticketId}`)
  await page.getByRole('button', { name: '复检' }).click()
  const again = page.getByRole('dialog', { name: '复检' })
  await again.getByRole('button', { name: '复检' }).click()
  await expect(page.getByText('已开始复检')).toBeVisible()

  await page.getByRole('button', { name: '合格', exact: true }).click()
  const passes = page.getByRole('dialog', { name: '年检合格' })
  await passes.getByRole('button', { name: '合格，更新车辆证件' }).click()
  await expect(passes.getByText('请上传年检证明')).toBeVisible()
  await photograph(page, passes.getByRole('button', { name: '添加证明' }), '年检')
  await sent(passes)
  await passes.getByLabel('新有效期').fill(inspectionExpireOn ?? today)
  await passes.getByRole('button', { name: '合格，更新车辆证件' }).click()
  await expect(passes.getByText(inspectionExpireOn === null ? '请选择' : '新有效期须晚于原有效期')).toBeVisible()
  const newEndOn = addDays(inspectionExpireOn ?? today, 300)
  await passes.getByLabel('新有效期').fill(newEndOn)
  await passes.getByLabel('年检费').fill('320')
  await passes.getByRole('button', { name: '合格，更新车辆证件' }).click()
  await expect(page.getByText('年检合格，车辆已恢复可租')).toBeVisible()
  await expect(page.getByText(newEndOn).first()).toBeVisible()
  expect(await api.ask(ticket.yearlyDetail, { ticketId })).toMatchObject({
    status: yearlyStatuses.code.done,
    paperEndOn: newEndOn,
    fee: 32_000,
  })
  const car = await api.ask(inventory.detail, { vehicleId })
  expect(car.runState).not.toBe(70)
  expect(car.documents.find(({ kind }) => kind === 4)).toMatchObject({ endOn: newEndOn, media: [expect.anything()] })
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
