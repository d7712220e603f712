import type { Db } from '../../kernel/context.ts'

/** Settings of the installation for all merchants; each is off by default. */
export const installationFlags = ['autoApproveMerchants'] as const
export type InstallationFlag = (typeof installationFlags)[number]
/** Beside them what nobody sets: that the demo data is being loaded, and that it was deleted for good. */
type KeptFlag = InstallationFlag | 'demoUnfinished' | 'demoLeft'

export async function installationFlag(db: Db, name: KeptFlag): Promise<boolean> {
  const row = await db.selectFrom('installationSetting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? false
}

/** Runs as role `gate`, like the query of the flags. */
export async function setInstallationFlag(db: Db, name: KeptFlag, on: boolean): Promise<void> {
  await db
    .insertInto('installationSetting')
    .values({ name, value: on })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: on }))
    .execute()
}

/** Sets the partners whose people may sign in to the merchant; runs without a merchant. */
export const setPartners = (db: Db, merchantId: string, partners: string[]) =>
  db.updateTable('merchant').set({ partners }).where('id', '=', merchantId).execute()
