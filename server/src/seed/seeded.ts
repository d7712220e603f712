import { asGate } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/pipeline.ts'

/** The mobile of the demo's first owner. */
export const OWNER = '13800000001'

/** Whether the demo data is there. Apart from what makes it, which a server that has it never loads. */
export async function isSeeded(kernel: Kernel): Promise<boolean> {
  const index = kernel.vaults.platform.index('app_user.mobile', OWNER)
  const found = await asGate(kernel, ({ db }) =>
    db.selectFrom('app_user').select('id').where('mobile_hash', '=', index).executeTakeFirst(),
  )
  return found !== undefined
}
