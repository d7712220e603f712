import { inventory } from '@cheyi/contract/fleet/inventory'
import { ticket } from '@cheyi/contract/fleet/ticket'
import { yearlyStatus } from '@cheyi/domain/fleet/ticket/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { sent } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { ownCar } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* A car is shown at the station: its new certificate becomes its paper, and it is free again. */

test('a car is planned, inspected, fails, goes to a garage, and passes', async ({ page, open, as }) => {
  const api = await as('manager')
  const { vehicleId, plate } = await ownCar(api)

  // From the car's own page.
  await open(`/inventory/detail/${vehicleId}`, 'manager')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('dialog', { name: '新建工单' }).getByRole('button', { name: '新建年检单' }).click()
  await expect(page).toHaveTitle('车驿 · 新建年检单')
  // A station that is missing is created where it is chosen.
  const station = `浦江检测站${Date.now() % 100_000}`
  await page.getByRole('button', { name: '检测机构' }).click()
  await page.getByRole('dialog', { name: '选择检测机构' }).getByRole('button', { name: '新建检测机构' }).click()
  const made = page.getByRole('dialog', { name: '新建检测机构' })
  await made.getByLabel('名称').fill(station)
  await made.getByLabel('电话').fill('021-68880001')
  await made.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '检测机构' })).toContainText(station)
  await page.getByRole('button', { name: '新建年检单' }).click()
  await expect(page.getByText('年检单已新建')).toBeVisible()
  await expect(page.getByText('待派单')).toBeVisible()
  await expect(page.getByText(displayPlate(plate))).toBeVisible()
  await expect(page.getByText(station)).toBeVisible()
  const ticketId = new URL(page.url()).searchParams.get('ticketId')!

  // A second one for the same end is refused by the number of the first.
  const second = await api.ask(ticket.yearlyCreate, { vehicleId }).then(String, String)
  const { no } = await api.ask(ticket.yearlyDetail, { ticketId })
  expect(second).toContain(`该车本次年检已有工单 ${no}`)

  await page.getByRole('button', { name: '开始办理' }).click()
  const begin = page.getByRole('dialog', { name: '开始办理' })
  await begin.getByRole('button', { name: '开始办理' }).click()
  const begun = page.getByText('已开始办理')
  // Another flow may have been given the car meanwhile.
  const anyway = begin.getByRole('button', { name: '确认改派' })
  await expect(begun.or(anyway)).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(begun).toBeVisible()
  expect((await api.ask(inventory.detail, { vehicleId })).runState).toBe(70)

  await page.getByRole('button', { name: '不合格', exact: true }).click()
  const fails = page.getByRole('dialog', { name: '检验不合格' })
  await fails.getByText('制动不合格').click()
  await fails.getByRole('button', { name: '登记不合格' }).click()
  await expect(page.getByText('已登记不合格，待复检')).toBeVisible()

  await page.getByRole('button', { name: '转维保' }).click()
  const garage = page.getByRole('dialog', { name: '转维保' })
  await garage.getByLabel('维修项目').fill('更换前刹车片')
  await garage.getByRole('button', { name: '转维保' }).click()
  await expect(page.getByText(/已转维保/)).toBeVisible()
  const { repair, paperEndOn } = await api.ask(ticket.yearlyDetail, { ticketId })
  await page.getByRole('button', { name: new RegExp(repair!.no) }).click()
  await expect(page).toHaveTitle('车驿 · 维保单详情')
  await expect(page.getByText('更换前刹车片').first()).toBeVisible()
  const { version } = await api.ask(ticket.maintenanceDetail, { ticketId: repair!.ticketId })
  await api.ask(ticket.maintenanceHandle, { ticketId: repair!.ticketId, version, action: 'cancel', note: '当场修好' })

  await page.goBack()
  await page.getByRole('button', { name: '复检', exact: true }).click()
  await page.getByRole('dialog', { name: '复检' }).getByRole('button', { name: '复检' }).click()
  await expect(page.getByText(/已开始复检/)).toBeVisible()
  await page.getByRole('button', { name: '合格', exact: true }).click()
  const passes = page.getByRole('dialog', { name: '年检合格' })
  await passes.getByRole('button', { name: '合格，更新车辆证件' }).click()
  await expect(passes.getByText('请上传年检证明')).toBeVisible()
  await photograph(page, passes.getByRole('button', { name: '添加证明' }), '证明')
  await sent(passes)
  // Of a car whose paper runs out long after nothing is proposed.
  await passes.getByRole('textbox', { name: '新有效期' }).fill(`${Number(paperEndOn!.slice(0, 4)) + 1}-06-15`)
  await passes.getByRole('button', { name: '合格，更新车辆证件' }).click()
  await expect(page.getByText('年检合格，车辆已恢复可租')).toBeVisible()
  const done = await api.ask(ticket.yearlyDetail, { ticketId })
  expect(done.status).toBe(yearlyStatus.done)
  expect(done.paperEndOn! > paperEndOn!).toBe(true)
  expect((await api.ask(inventory.detail, { vehicleId })).runState).not.toBe(70)
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
