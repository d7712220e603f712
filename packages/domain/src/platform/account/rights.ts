import type { PermissionKey } from '../../permission.ts'
import { Refusal } from '../../refusal.ts'
import { type StoreScope, storeScope } from './codes.ts'

/* Who may change whose rights: an editor can neither grant a right that they lack nor change an account that has one. */

/** The account that makes the change, with its rights at that moment. */
export interface Editor {
  readonly accountId: string
  readonly keys: ReadonlySet<PermissionKey>
  /** null: every store. */
  readonly storeIds: readonly string[] | null
}

/** The account that is changed. */
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
  if (!holdsAll(editor.keys, subject.keys)) return 'beyond'
  if (subject.owner) return 'owner'
  return subject.id === editor.accountId ? 'self' : null
}

export const holdsAll = (held: ReadonlySet<string>, keys: Iterable<string>): boolean =>
  [...keys].every((key) => held.has(key))

/** An editor limited to some stores sees only accounts whose stores are all among them. */
export const inSight = ({ storeIds }: Editor, subject: Pick<Subject, 'storeScope' | 'storeIds'>): boolean =>
  storeIds === null ||
  (subject.storeScope !== storeScope.all && subject.storeIds.every((storeId) => storeIds.includes(storeId)))

/**
 * @throws Refusal notFound (-4) for an account that the editor does not see, grantBeyondOwn (1031) for one with
 * more rights
 */
export function requireEditable(editor: Editor, subject: Subject): void {
  if (!inSight(editor, subject)) throw new Refusal('notFound')
  if (protectionOf(editor, subject) === 'beyond') throw new Refusal('grantBeyondOwn')
}

/**
 * For changes that end an account's access: disabling, removing, resetting the password.
 * @throws Refusal accountProtected (1030), besides those of `requireEditable`
 */
export function requireEndable(editor: Editor, subject: Subject): void {
  requireEditable(editor, subject)
  if (protectionOf(editor, subject) !== null) throw new Refusal('accountProtected')
}

/** Checks the rights and stores that an account is to get. @throws Refusal grantBeyondOwn (1031) */
export function requireGrantable(
  editor: Editor,
  grant: { readonly keys: Iterable<string>; readonly storeScope: StoreScope; readonly storeIds: readonly string[] },
): void {
  if (!holdsAll(editor.keys, grant.keys) || !inSight(editor, grant)) throw new Refusal('grantBeyondOwn')
}

/** Refusal for an account limited to some stores that changes data of other stores or of the whole merchant. */
export const beyondReach = (): Refusal =>
  new Refusal('forbidden', { why: '：涉及其他门店或整个商家，仅管理全部门店的账号可操作' })
