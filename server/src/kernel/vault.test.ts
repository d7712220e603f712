import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sharedMerchant, t, w } from '../testing/world/merchant.ts'
import { signInAddresses } from './postgres/join-database.ts'
import { loadConfig } from './process/config.ts'

sharedMerchant()

it('a server whose key file is gone goes on with the keys that it knows, and makes no others', async () => {
  const { kernel, database } = t
  const { keyFile, dataDir } = kernel.config
  const vault = await kernel.vaults.merchant(w.merchantId)
  const sealed = vault.seal('test', '1', 'as before')
  await rename(keyFile, `${keyFile}.away`)
  const start = signInAddresses(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: database.migratorUrl }), undefined)
  await expect(start).rejects.toThrow('不见了')
  await expect(kernel.vaults.refresh()).rejects.toThrow('不见了')
  expect(existsSync(keyFile)).toBe(false)
  expect(vault.open('test', '1', sealed)).toBe('as before')
  await rename(`${keyFile}.away`, keyFile)
  await kernel.vaults.refresh()
  expect(vault.open('test', '1', vault.seal('test', '1', 'after'))).toBe('after')
})
