import { vehicleControl } from '@cheyi/contract/fleet/vehicle-control'
import { addDays } from '@cheyi/domain/time'
import type { Browser, BrowserContextOptions, FrameLocator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { codeFor, codesOf } from './handover.ts'
import { photograph } from './pictures.ts'
import { codeTo } from './register.ts'
import { expect } from './test.ts'

/* A customer on a phone of their own: at the car, and on the booking page of a merchant. */

/** Opens the customer's link on another phone, of which a stranger reads neither name nor plate. */
export async function openLink(
  browser: Browser,
  url: string,
  hidden: string,
  more: BrowserContextOptions = {},
): Promise<Page> {
  const customer = await browser.newContext({ viewport: { width: 375, height: 812 }, ...more })
  const phone = await customer.newPage()
  await phone.goto(new URL(url).pathname + new URL(url).search)
  await expect(phone.getByRole('heading', { name: '验证手机' })).toBeVisible()
  await expect(phone.locator('body')).not.toContainText(hidden)
  return phone
}

/** Types the code that went to the customer's phone. `behind`: a heading of what it opens. */
export async function enterCode(phone: Page, begin: string, behind = '拍摄车况'): Promise<void> {
  const field = phone.getByRole('textbox', { name: '验证码' })
  const tail = (await field.getAttribute('placeholder'))!.match(/\d{4}/)![0]
  // Another flow may have sent a code to the same customer.
  const before = await codesOf(phone, tail, '自助办理')
  await phone.getByRole('button', { name: '获取验证码' }).click()
  await field.fill(await codeFor(phone, tail, '自助办理', before))
  await phone.getByRole('button', { name: begin }).click()
  await expect(phone.getByRole('heading', { name: behind })).toBeVisible()
}

/** What the page of photos and readings calls its fields, in each language of customers' pages. */
const carWords = {
  'zh-CN': {
    places: ['车头', '车尾', '左侧', '右侧', '仪表盘', '内饰'],
    photograph: '拍',
    mileage: '里程',
    fuel: '油量',
    battery: '电量',
    done: '绕车一圈，拍 6 张照片',
  },
  en: {
    places: ['Front', 'Rear', 'Left side', 'Right side', 'Dashboard', 'Interior'],
    photograph: 'Photograph: ',
    mileage: 'Mileage',
    fuel: 'Fuel',
    battery: 'Battery',
    done: 'Walk around the car: 6 photos',
  },
} as const

/** All six places, and what the dashboard says. */
export async function showCar(
  phone: Page,
  odometerKm: number,
  language: keyof typeof carWords = 'zh-CN',
): Promise<void> {
  const words = carWords[language]
  for (const place of words.places)
    await photograph(phone, phone.getByRole('button', { name: `${words.photograph}${place}` }), place)
  await phone.getByLabel(words.mileage).fill(String(odometerKm))
  await phone.getByLabel(words.mileage).blur()
  for (const [name, full] of [
    [words.fuel, '8'],
    [words.battery, '90'],
  ] as const)
    if (await phone.getByLabel(name, { exact: true }).isVisible())
      await phone.getByLabel(name, { exact: true }).fill(full)
  await expect(phone.getByText(words.done, { exact: true })).toBeVisible({ timeout: 30_000 })
}

/** Moves the terminal of a parked car into this one, which may have one already. @returns where the terminal reports to be */
export async function fitTerminal(
  api: Api,
  fleet: Api,
  vehicleId: string,
): Promise<{ readonly lng: number; readonly lat: number }> {
  // Another car for each flow: two at once would take the same terminal, the later one out of the car of the first. Cars that flows
  // brought into the fleet have such terminals.
  const parked = async () => {
    const { list } = await api.ask(vehicleControl.page, { group: 'online', moving: false, rented: false })
    const cars = list.filter(({ plate }) => !plate.startsWith('沪M'))
    return cars[Number(vehicleId) % cars.length]
  }
  await expect.poll(parked, { timeout: 60_000 }).toBeTruthy()
  const { device: own } = await api.ask(vehicleControl.ofVehicle, { vehicleId })
  if (own === null) {
    const { device } = await api.ask(vehicleControl.ofVehicle, { vehicleId: (await parked())!.vehicleId })
    const { list } = await api.ask(vehicleControl.devicePage, { keyword: device!.phone })
    const { deviceId, version } = list[0]!
    const free = await api.ask(vehicleControl.deviceUnbind, { deviceId, version, reason: '换到另一辆车' })
    await api.ask(vehicleControl.deviceBind, { deviceId, version: free.version, vehicleId })
  }
  // The position of a car that a customer has is shown after a look that is logged; another flow tests that of the owner.
  await fleet.ask(vehicleControl.look, {})
  await expect.poll(() => positionOf(fleet, vehicleId), { timeout: 60_000 }).not.toBeNull()
  return (await positionOf(fleet, vehicleId))!
}

/** Where the terminal of a car reports to be. */
export async function positionOf(fleet: Api, vehicleId: string) {
  const { lng, lat } = await fleet.ask(vehicleControl.detail, { vehicleId })
  return lng === null || lat === null ? null : { lng, lat }
}

/** Searches cars for two days. @param day of the pickup */
export async function searchCars(page: Page | FrameLocator, day: string): Promise<void> {
  await page.getByLabel('取车时间 日期').fill(day)
  await page.getByLabel('还车时间 日期').fill(addDays(day, 2))
  await page.getByRole('button', { name: '查看车型' }).click()
}

/** Searches, and opens the first model that is free. */
export async function openFirstModel(page: Page, day: string): Promise<void> {
  await searchCars(page, day)
  await page
    .getByRole('link', { name: /^预订 / })
    .first()
    .click()
}

/** Types a mobile and the code that it received. `typed`: as the customer writes it. */
export async function typeCodeOf(page: Page, phone: string, typed = phone): Promise<void> {
  await page.getByLabel('手机号').fill(typed)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeVisible()
  await page.getByLabel('短信验证码').fill(await codeTo(page, phone))
}
