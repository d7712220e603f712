import { order } from '@cheyi/contract/booking/order'
import { vehicleControl } from '@cheyi/contract/fleet/vehicle-control'
import { expect, test } from './setup/test.ts'

/* What devices tell beside the place: charge and range of electric cars, the driving of an order. The alarms of movement of one car. */

test('a profile says which item is the charge, a device takes it, and its sheet offers what fits its kind', async ({
  page,
  open,
  as,
}) => {
  const api = await as('owner')
  const name = `星辰${String(Date.now()).slice(-6)}`
  await open('/vehicleControl/device/charge', 'owner')
  await page.getByRole('button', { name: '添加方案' }).click()
  const sheet = page.getByRole('dialog', { name: '添加电量读取方案' })
  await sheet.getByLabel('名称').fill(name)
  await sheet.getByLabel('电量附加项').fill('01')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('该附加信息ID由标准规定')).toBeVisible()
  await sheet.getByLabel('电量附加项').fill('0xE7')
  await sheet.getByLabel('电量倍率').fill('0.1')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('电量 E7 × 0.1%')).toBeVisible()

  const number = String(Date.now()).slice(-9)
  await open('/vehicleControl/device', 'owner')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const device = page.getByRole('dialog', { name: '添加设备' })
  await device.getByLabel('设备号').fill(`6${number}`)
  await expect(device.getByRole('radio', { name: '断油电指令 64/65' })).toBeVisible()
  await device.getByText('GT06', { exact: true }).click()
  await expect(device.getByRole('radio', { name: '断油电指令 64/65' })).toHaveCount(0)
  await expect(device.getByRole('radio', { name: '经Traccar断油电' })).toBeVisible()
  await device.getByLabel('电量读取').click()
  await page.getByRole('dialog', { name: '电量读取' }).getByRole('option', { name }).click()
  await device.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('设备已保存')).toBeVisible()
  const { list } = await api.ask(vehicleControl.devicePage, { keyword: `6${number}` })
  const profiles = await api.ask(vehicleControl.chargeProfiles, {})
  expect(list[0]!.chargeProfileId).toBe(profiles.find((one) => one.name === name)!.chargeProfileId)

  // It is deleted when no device is read by it.
  await open('/vehicleControl/device/charge', 'owner')
  await page.getByRole('button', { name }).click()
  const edited = page.getByRole('dialog', { name: '编辑电量读取方案' })
  await expect(edited.getByRole('button', { name: '删除' })).toHaveAccessibleDescription(/1 台设备正在使用/)
  const { deviceId, version, kind, profile } = list[0]!
  await api.ask(vehicleControl.deviceSave, { rows: [{ deviceId, version, kind, profile, phone: `6${number}` }] })
  await open('/vehicleControl/device/charge', 'owner')
  await page.getByRole('button', { name }).click()
  await edited.getByRole('button', { name: '删除' }).click()
  await page
    .getByRole('dialog', { name: `删除方案「${name}」？` })
    .getByRole('button', { name: '删除' })
    .click()
  await expect(page.getByText('方案已删除')).toBeVisible()
  await expect(page.getByText('电量 E7 × 0.1%')).toHaveCount(0)
})

test('the page of an electric car shows its charge and range', async ({ page, open, as }) => {
  const api = await as('fleet')
  let charged: { vehicleId: string; chargePct: number | null } | undefined
  await expect
    .poll(
      async () => {
        charged = (await api.ask(vehicleControl.page, { pageSize: 100 })).list.find(
          ({ chargePct }) => chargePct !== null,
        )
        return charged !== undefined
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await open(`/vehicleControlDetails?vehicleId=${charged!.vehicleId}`, 'fleet')
  await expect(page.getByText('续航')).toBeVisible()
  await expect(page.getByText(`${charged!.chargePct}%`)).toBeVisible()
})

test('an alarm of movement is switched off for one car, and on again', async ({ page, open, as }) => {
  const api = await as('owner')
  const [car] = (await api.ask(vehicleControl.page, {})).list
  const { vehicleId } = car!
  await api.ask(vehicleControl.alarmOffSave, { vehicleId, types: [] })
  await open(`/vehicleControlDetails?vehicleId=${vehicleId}`, 'owner')
  const flip = async (now: string, then: string) => {
    await page.getByRole('button', { name: `移动报警 ${now}` }).click()
    const sheet = page.getByRole('dialog', { name: '移动报警' })
    await sheet.getByRole('switch', { name: '拖车' }).click()
    await sheet.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('button', { name: `移动报警 ${then}` })).toBeVisible()
  }
  await flip('已开启', '已停用 拖车')
  expect((await api.ask(vehicleControl.detail, { vehicleId })).alarmsOff).toHaveLength(1)
  await flip('已停用 拖车', '已开启')
  expect((await api.ask(vehicleControl.detail, { vehicleId })).alarmsOff).toEqual([])
})

test('an order says how its car was driven, as its contract permits', async ({ page, open, as }) => {
  const api = await as('owner')
  let driven: string | undefined
  await expect
    .poll(
      async () => {
        const { list } = await api.ask(vehicleControl.page, { rented: true, group: 'online', pageSize: 100 })
        for (const { vehicleId } of list) {
          const { order: one } = await api.ask(vehicleControl.detail, { vehicleId })
          if (one === null) continue
          const { driving } = await api.ask(order.driving, { orderId: one.orderId })
          if (driving !== null) driven = one.orderId
          if (driven !== undefined) break
        }
        return driven !== undefined
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  await open(`/order/detail?orderId=${driven}`, 'owner')
  await page.getByRole('button', { name: '行驶数据' }).click()
  const sheet = page.getByRole('dialog', { name: '行驶数据' })
  await expect(sheet.getByText(/^\d+\.\d km$/)).toBeVisible()
  await expect(sheet.getByText('最长连续驾驶')).toBeVisible()
  await expect(sheet.getByText('按合同约定用于还车结算')).toBeVisible()
})
