import type { PermissionKey } from '../permission.ts'
import { Refusal } from '../refusal.ts'
import { type StoreScope, storeScope } from './codes.ts'

/*
 * Who may change whose rights: nobody gives, or touches somebody who has, what they lack themselves.
 */

/** Whoever changes something, as they stand at that moment. */
export interface Editor {
  readonly accountId: string
  readonly keys: ReadonlySet<PermissionKey>
  /** null: every store. */
  readonly storeIds: readonly string[] | null
}

/** An employee whom it concerns. */
export interface Subject {
  readonly id: string
  /** The merchant's first account. */
  readonly owner: boolean
  readonly keys: ReadonlySet<PermissionKey>
  readonly storeScope: StoreScope
  readonly storeIds: readonly string[]
}

/** Why an account cannot be changed by this editor; null when it can. `owner` and `self` may still be edited, not ended. */
export type Protection = 'owner' | 'self' | 'beyond'

export function protectionOf(editor: Editor, subject: Subject): Protection | null {
  if (!within(editor.keys, subject.keys)) return 'beyond'
  if (subject.owner) return 'owner'
  return subject.id === editor.accountId ? 'self' : null
}

export const within = (held: ReadonlySet<string>, keys: Iterable<string>): boolean =>
  [...keys].every((key) => held.has(key))

/** An editor of some stores sees the people of these stores only. */
export const inSight = ({ storeIds }: Editor, subject: Pick<Subject, 'storeScope' | 'storeIds'>): boolean =>
  storeIds === null ||
  (subject.storeScope !== storeScope.all && subject.storeIds.every((storeId) => storeIds.includes(storeId)))

/** @throws Refusal notFound (-4) out of sight, grantBeyondOwn (1031) */
export function requireEditable(editor: Editor, subject: Subject): void {
  if (!inSight(editor, subject)) throw new Refusal('notFound')
  if (protectionOf(editor, subject) === 'beyond') throw new Refusal('grantBeyondOwn')
}

/** What ends somebody's access: disabling, removing, a new password. @throws Refusal accountProtected (1030) besides */
export function requireEndable(editor: Editor, subject: Subject): void {
  requireEditable(editor, subject)
  if (protectionOf(editor, subject) !== null) throw new Refusal('accountProtected')
}

/** What an account is to hold and see. @throws Refusal grantBeyondOwn (1031) */
export function requireGrantable(
  editor: Editor,
  grant: { readonly keys: Iterable<string>; readonly storeScope: StoreScope; readonly storeIds: readonly string[] },
): void {
  if (!within(editor.keys, grant.keys) || !inSight(editor, grant)) throw new Refusal('grantBeyondOwn')
}

/** Of who is limited to some stores, about what is of others, of all or of the merchant as a whole. */
export const beyondReach = (): Refusal =>
  new Refusal('forbidden', { why: '：涉及其他门店或整个商家，仅管理全部门店的账号可操作' })
