import { store } from '@cheyi/contract/platform/store'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { expect, test } from './setup/test.ts'

/* A merchant opens a store by itself, and two people change one. */

const corners = ['121.430000,31.180000', '121.470000,31.180000', '121.470000,31.220000', '121.430000,31.220000']

/** Runs of both projects share the demo's merchant, whose stores have one name each. */
const named = (name: string, project: string) => `${name}${project === 'phone' ? '甲' : '乙'}${Date.now() % 100_000}`

test('a new store with hours and an area in the list of points', async ({ page, open, as }, { project }) => {
  const name = named('世纪大道店', project.name)
  await open('/store', 'manager')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page).toHaveTitle('车驿 · 编辑门店')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请输入门店名称')).toBeVisible()
  await expect(page.getByText('请选择城市')).toBeVisible()

  await page.getByRole('textbox', { name: '门店名称', exact: true }).fill(name)
  await page.getByRole('button', { name: '城市' }).click()
  const places = page.getByRole('dialog', { name: '选择省份' })
  await places.getByPlaceholder('城市名称').fill('上海')
  await page.getByRole('dialog').getByRole('button', { name: '上海市' }).click()
  await page.getByRole('textbox', { name: '门店地址', exact: true }).fill('世纪大道100号')
  await page.getByRole('textbox', { name: '门店电话', exact: true }).fill('021-50000000')
  await page.getByText('送车上门', { exact: true }).click()

  await page.getByRole('button', { name: '位置' }).click()
  // The address names its city: the map begins there, and says that this is not the place yet.
  const place = page.getByRole('textbox', { name: '位置', exact: true })
  await place.fill('上海市浦东新区世纪大道100号')
  await page.getByRole('button', { name: '上海市 浦东新区' }).click()
  await expect(page.getByText('现在是上海的中心')).toBeVisible()
  // Latitude first, as some maps write it.
  await place.fill('31.2000,121.4500')
  await expect(page.getByText('现在是上海的中心')).toHaveCount(0)
  await page.getByRole('button', { name: '确定' }).click()

  // A second window that runs into the first is refused before it is sent.
  await page.getByRole('button', { name: '添加时段' }).click()
  const second = page.getByRole('group', { name: '时段 2' })
  await second.getByLabel('时段 2开门').fill('19:00')
  await second.getByLabel('时段 2打烊').fill('02:00')
  await second.getByRole('checkbox', { name: '次日打烊' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '营业时间不能重叠' })).toBeVisible()
  await second.getByLabel('时段 2开门').fill('20:00')

  // The wheels stand at today, which may be a day of its own once.
  const special = page.getByRole('radiogroup', { name: /^\d{4}-\d{2}-\d{2}营业$/ })
  for (const _ of ['added', 'known already']) {
    await page.getByRole('button', { name: '添加日期' }).click()
    const wheels = page.getByRole('dialog', { name: '特殊日期' })
    await wheels.getByRole('button', { name: '确定' }).click()
    await expect(wheels).toHaveCount(0)
    await expect(special).toHaveCount(1)
  }

  await page.getByRole('button', { name: '添加范围' }).click()
  await expect(page.getByRole('textbox', { name: '门店周围' })).toHaveValue('10')
  await page.getByText('在地图上画', { exact: true }).click()
  await page.getByRole('button', { name: '画范围' }).click()
  await page.getByText('列表', { exact: true }).click()
  const points = page.getByLabel('坐标列表')
  await points.fill(`${corners[0]}\n人民广场`)
  await expect(page.getByText('第2行不是坐标')).toBeVisible()
  await points.fill(corners.slice(0, 2).join('\n'))
  await expect(page.getByRole('alert')).toHaveText('送取范围至少3个点')
  await points.fill(corners.join('\n'))
  await page.getByRole('button', { name: /^确定（4个点/ }).click()
  await expect(page.getByText(/^4个点 · 约17 km²$/)).toBeVisible()

  // The area is served in hours of its own.
  await expect(page.getByText('服务时间：同营业时间')).toBeVisible()
  await page.getByRole('button', { name: '修改时间：范围1' }).click()
  const hours = page.getByRole('dialog', { name: '范围1服务时间' })
  await hours.getByRole('button', { name: '添加时段' }).click()
  await hours.getByLabel('时段 1打烊').fill('07:00')
  await expect(hours.getByRole('alert')).toContainText('打烊时间应晚于开门时间')
  await hours.getByLabel('时段 1打烊').fill('18:00')
  await hours.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('服务时间：每天 08:00–18:00')).toBeVisible()

  // A second one is a circle around the store.
  await page.getByRole('button', { name: '添加范围' }).click()
  const radius = page.getByRole('textbox', { name: '门店周围' })
  await radius.fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('半径应为0.5至200').first()).toBeVisible()
  await radius.fill('7.5')

  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('门店已新建')).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  const api = await as('manager')
  const [row] = (await api.ask(store.page, { keyword: name })).list
  const saved = await api.ask(store.detail, { storeId: row!.storeId })
  expect(saved).toMatchObject({
    cityName: '上海',
    // What is copied from a map of the mainland is kept as devices measure it.
    lat: expect.closeTo(31.20189, 4),
    lng: expect.closeTo(121.4454, 4),
    pickupModes: [1, 2],
    hours: [
      { open: '08:00', close: '20:00', crossMidnight: false },
      { open: '20:00', close: '02:00', crossMidnight: true },
    ],
    serviceAreas: [
      {
        kind: 'both',
        hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], open: '08:00', close: '18:00' }],
        polygon: corners.map((corner) => ({ lng: Number(corner.split(',')[0]), lat: Number(corner.split(',')[1]) })),
        radiusKm: null,
      },
      { name: '范围2', radiusKm: 7.5, polygon: [] },
    ],
  })
  // Closed again: the demo keeps the stores it had.
  await page.getByRole('heading', { name }).click()
  await page.getByRole('button', { name: '关闭门店' }).click()
  await page.getByRole('dialog', { name: '关闭门店？' }).getByRole('button', { name: '关闭门店' }).click()
  await expect(page.getByText('门店已关闭').first()).toBeVisible()
  expect(await api.ask(store.detail, { storeId: row!.storeId })).toMatchObject({ status: storeStatus.closed })
})

test('an area is drawn by taps on the map, and its corners dragged', async ({ page, open, as }) => {
  const api = await as('manager')
  const [row] = (await api.ask(store.page, { keyword: '徐家汇' })).list
  await open(`/store/edit/${row!.storeId}`, 'manager')
  await page.getByRole('button', { name: '添加范围' }).click()
  await page.getByText('在地图上画', { exact: true }).last().click()
  await page.getByRole('button', { name: '画范围' }).click()
  const map = page.getByRole('region', { name: '地图' })
  await expect(map).toBeVisible()
  const box = (await map.boundingBox())!
  const at = (x: number, y: number) => ({ x: Math.round(box.width * x), y: Math.round(box.height * y) })
  await map.click({ position: at(0.3, 0.3) })
  await map.click({ position: at(0.7, 0.35) })
  await map.click({ position: at(0.5, 0.7) })
  await expect(page.getByRole('button', { name: /^确定（3个点/ })).toBeVisible()
  const corner = page.getByRole('button', { name: /^第1个点/ })
  const from = (await corner.boundingBox())!
  const before = await areaOf(page)
  await page.mouse.move(from.x + 11, from.y + 11)
  await page.mouse.down()
  await page.mouse.move(from.x - 40, from.y - 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => areaOf(page)).not.toBe(before)
  await page.getByRole('button', { name: '在第1个点后加点' }).click()
  await expect(page.getByRole('button', { name: /^确定（4个点/ })).toBeVisible()
  await page.getByRole('button', { name: /^第4个点/ }).click()
  await expect(page.getByRole('button', { name: /^确定（3个点/ })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByText('还没有画范围')).toBeVisible()
})

test('a device without a map writes the points down', async ({ page, open, as }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  const [row] = (await (await as('manager')).ask(store.page, { keyword: '徐家汇' })).list
  await open(`/store/edit/${row!.storeId}`, 'manager')
  await page.getByRole('button', { name: '添加范围' }).click()
  await page.getByText('在地图上画', { exact: true }).last().click()
  await page.getByRole('button', { name: '画范围' }).click()
  await expect(page.getByText('此设备不能显示地图，请在列表中填写坐标')).toBeVisible()
  await expect(page.getByLabel('坐标列表')).toBeVisible()
})

test('two people at one store: both values are shown, and what was typed stays', async ({ page, open, as }) => {
  const api = await as('manager')
  const [row] = (await api.ask(store.page, { keyword: '浦东' })).list
  const storeId = row!.storeId
  const before = await api.ask(store.detail, { storeId })
  // Another word than a run before this one left behind.
  const theirs = `同事写的地址${Date.now()}`
  await open(`/store/edit/${storeId}`, 'owner')
  await page.getByRole('textbox', { name: '门店地址', exact: true }).fill('我写的地址')
  await page.getByRole('textbox', { name: '门店编码', exact: true }).fill('MINE')

  const { manager: _, photos, cityName: __, lat, lng, fees: ___, merchantSettings: ____, ...same } = before
  const colleague = { ...same, lat: lat!, lng: lng!, managerAccountId: null, photoIds: photos.map((p) => p.mediaId) }
  await api.ask(store.save, { ...colleague, address: theirs, version: before.version })

  await page.getByRole('button', { name: '保存' }).click()
  const conflict = page.getByRole('alert', { name: '修改冲突' })
  await expect(conflict).toContainText(theirs)
  await expect(page.getByRole('textbox', { name: '门店地址', exact: true })).toHaveValue('我写的地址')
  await conflict.getByRole('button', { name: '门店地址用对方的' }).click()
  await expect(page.getByRole('textbox', { name: '门店地址', exact: true })).toHaveValue(theirs)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('门店已保存')).toBeVisible()
  const after = await api.ask(store.detail, { storeId })
  expect(after).toMatchObject({ address: theirs, code: 'MINE' })
  await api.ask(store.save, { ...colleague, version: after.version })
})

/** What the button says of the shape. */
const areaOf = async (page: import('@playwright/test').Page) =>
  page.getByRole('button', { name: /^确定（/ }).textContent()
