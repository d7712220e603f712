import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored, writeStored } from '../../../kernel/stored.ts'
import { openPages } from '../../../kernel/testing/open-pages.ts'
import { dropToken, recordOwner, setToken } from '../../../kernel/token.ts'
import { signOut } from '../../../kernel/user.ts'
import { useCurrentStore } from './current-store.ts'

let pages: ReturnType<typeof openPages>

function signInAs(userId: string) {
  setToken(`token of ${userId}`)
  recordOwner({ userId, merchantId: '10' })
}

beforeEach(() => {
  pages = openPages()
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
})
afterEach(() => {
  dropToken()
  writeStored('storeId', null)
  writeStored('storeOf', null)
  pages.close()
})

it('the store that another tab looks at does not move this one', async () => {
  signInAs('71')
  writeStored('storeId', '101')
  const page = await pages.open(useCurrentStore)
  expect(page.now().storeId).toBe('101')
  writeStored('storeId', '102')
  await page.render()
  expect(page.now().storeId).toBe('101')
  await page.does(({ choose }) => choose('103'))
  expect([page.now().storeId, readStored('storeId')]).toEqual(['103', '103'])
})

it('the chosen store leaves with who has chosen it', async () => {
  signInAs('72')
  const page = await pages.open(useCurrentStore)
  await page.does(({ choose }) => choose('101'))
  await page.unmount()
  signOut()
  expect([readStored('storeId'), readStored('storeOf')]).toEqual([null, null])
  signInAs('73')
  expect((await pages.open(useCurrentStore)).now().storeId).toBeNull()
})
