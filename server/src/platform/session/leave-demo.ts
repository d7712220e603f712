import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { mobileHashOf } from '../../kernel/mobile.ts'
import type { Vaults } from '../../kernel/vault.ts'
import { attempt } from './limit/limits.ts'
import { clearLock, countGuess } from './limit/lock.ts'
import { requireProof } from './password/proof.ts'
import { registerMerchant } from './register.ts'

/*
 * The owner of a demo deletes it and goes on with an own merchant, in one transaction: the demo is closed and its people are frozen, the
 * new merchant is there. Its rows and files are deleted after that by whoever owns the database (README.md).
 */

/**
 * The number that a server prints where it was started. Mobiles and password of the demo are public, so they prove nothing; whoever sees
 * this number has started the server.
 */
export const installCodeOf = ({ platform }: Pick<Vaults, 'platform'>): string =>
  String(platform.index('demo.leave', 'code').readUIntBE(0, 6) % 10 ** 8).padStart(8, '0')

const isOwner = ({ config, identity }: Context): boolean => config.demo && identity.parentId === '0'

interface Part {
  readonly name: string
  readonly orders: number
  readonly vehicles: number
  readonly persons: number
  readonly accounts: number
  readonly files: number
}

export const demo: HandlerOf<'session', 'demo'> = async (_, ctx) => {
  const text = 'select name, orders, vehicles, persons, accounts, files from demo_content($1)'
  const merchants = isOwner(ctx) ? await ctx.query<Part>(text, [ctx.identity.merchantId]) : []
  return { merchants: [...merchants], deletes: ctx.config.databaseUrl === undefined }
}

/**
 * @throws Refusal forbidden (-3) for everybody but the owner of the demo's first merchant, stale (-5) when it was left meanwhile, proofNeeded
 * (1007), badInput (-2) for a wrong number of the installation, userLocked (1002) after some, and as a registration
 */
export const leaveDemo: HandlerOf<'session', 'leaveDemo'> = async ({ installCode, ...input }, ctx) => {
  if (!isOwner(ctx)) throw new Refusal('forbidden', { why: '：只有演示商家的主账号可以清空演示' })
  await requireProof(ctx)
  await passInstallCode(ctx, installCode)
  return attempt(ctx, mobileHashOf(ctx, input.mobile), async () => {
    const [left] = await ctx.query<{ done: boolean }>('select leave_demo($1) as done', [ctx.identity.merchantId])
    if (left?.done !== true) throw new Refusal('stale')
    return registerMerchant(input, ctx)
  })
}

/** Guesses are counted as those of a password, by whoever asks. */
async function passInstallCode(ctx: Context, typed: string): Promise<void> {
  const key = ctx.vaults.platform.index('demo.guess', ctx.identity.userId)
  await countGuess(ctx, key, { pictureRead: true })
  if (typed !== installCodeOf(ctx.vaults)) throw badInput('installCode', '确认码不正确，请看启动服务的窗口')
  await clearLock(ctx, key)
}
