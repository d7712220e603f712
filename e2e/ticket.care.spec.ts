import { ticket } from '@cheyi/contract/fleet/ticket'
import { expect, test } from './setup/test.ts'

/* Cars whose care is due: a ticket for one, and one that was cared for without. */

test('a car that is due gets a ticket, and another was cared for already', async ({ page, open, as }) => {
  const api = await as('manager')
  const due = (await api.ask(ticket.carePage, {})).list.filter((car) => car.ticket === null)
  const [first, second] = due
  await open('/tickets', 'manager')
  await page.getByRole('button', { name: /待保养车辆/ }).click()
  const cardOf = (plate: string) => page.getByRole('listitem').filter({ hasText: plate.slice(-5) })

  await cardOf(second!.plate).getByRole('button', { name: '已保养' }).click()
  const sheet = page.getByRole('dialog', { name: '登记保养' })
  await sheet.getByLabel('保养里程', { exact: true }).fill(String(second!.odometerKm))
  await sheet.getByLabel('保养日期', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保养已登记')).toBeVisible()
  await expect(cardOf(second!.plate)).toHaveCount(0)

  await cardOf(first!.plate).getByRole('button', { name: '建维保单' }).click()
  await expect(page.getByLabel('维修项目')).toHaveValue('常规保养')
  await page.getByRole('button', { name: '新建维保单' }).click()
  await expect(page.getByText('维保单已新建')).toBeVisible()
  const { list } = await api.ask(ticket.carePage, {})
  expect(list.find(({ vehicleId }) => vehicleId === first!.vehicleId)?.ticket).not.toBeNull()
})
