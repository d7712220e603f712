import type { PermissionKey } from '@cheyi/domain/permission'
import { onlineManager } from '@tanstack/react-query'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { calls, feedback, type OutputOf, onForbidden, onSignedOut, queries, send } from './call/calls.ts'
import { CallFailure, lostFailure } from './call/failure.ts'
import { isNative, putStorage, tellNative } from './device/native.ts'
import { onTicket } from './page/address.ts'
import { goTo, hrefOf, rowAt, rowOfLink } from './page/router.ts'
import type { Screen } from './page/screen.ts'
import { type LinkOf, type Readers, type SearchValue, stringifySearch } from './page/search.ts'
import { createSignal } from './signal.ts'
import { clearForSignOut, hearSignOut, readStored, writeStored } from './stored.ts'
import {
  adoptToken,
  currentToken,
  dropToken,
  knownOwner,
  type Owner,
  onToken,
  ownerKey,
  recordOwner,
  sameOwner,
  setToken,
  watchOtherTabs,
} from './token.ts'

/*
 * The signed-in user: fetched once per token, shared by every page, fetched again when it may have changed (a refusal
 * for a missing permission, return to the window).
 */

export type CurrentUser = OutputOf<typeof calls.session.userInfo>

/** `none`: no token. `loading` keeps the previous user until the new answer arrives. */
export type UserState =
  | { readonly status: 'none'; readonly user: null }
  | { readonly status: 'loading'; readonly user: CurrentUser | null }
  | { readonly status: 'ready'; readonly user: CurrentUser }
  | { readonly status: 'failed'; readonly user: null; readonly failure: CallFailure }

export interface Session {
  readonly state: UserState
  /** Increases when pages of another owner must be discarded and rendered again. */
  readonly epoch: number
  /** A link signed in another user: a bar shows this until it is closed. */
  readonly foreign: boolean
  /** Path that was open when the session expired; null after a sign-out by the user. */
  readonly expiredAt: string | null
}

const NONE: UserState = { status: 'none', user: null }
let current: Session = { state: NONE, epoch: 0, foreign: false, expiredAt: null }
const { tell, listen } = createSignal()

function set(change: Partial<Session>): void {
  current = { ...current, ...change }
  tell()
}

export const currentSession = (): Session => current

/** Calls back at each change of the signed-in user or of their permissions. */
export const onSession = listen

export const useSession = (): Session => useSyncExternalStore(onSession, currentSession)

/** The signed-in user, or null while there is none. */
export const useUser = (): CurrentUser | null => useSession().state.user

/** Whether the user holds at least one of the keys: used to hide what the server would refuse. */
export function useMay(...keys: readonly PermissionKey[]): boolean {
  return holdsAny(useUser(), keys)
}

/**
 * The same for what concerns the merchant as a whole: a user who is limited to some stores is refused, whatever keys
 * they hold.
 */
export function useMayWhole(...keys: readonly PermissionKey[]): boolean {
  const user = useUser()
  return seesWhole(user) && holdsAny(user, keys)
}

const seesWhole = (user: CurrentUser | null) => user?.storeScope.all ?? false

/**
 * Whether the user is responsible for every store of a record. `places` is one store, a list of stores, or null, which
 * means the merchant as a whole.
 */
export function useAnswersFor(): (places: string | readonly string[] | null) => boolean {
  const user = useUser()
  return (places) => {
    const named = [places ?? []].flat()
    return seesWhole(user) || (named.length > 0 && named.every((id) => user?.storeScope.storeIds.includes(id)))
  }
}

const holdsAny = (user: CurrentUser | null, keys: readonly PermissionKey[]) =>
  user !== null && keys.some((key) => user.menuAutos.includes(key))

/**
 * No merchant is chosen yet: the user has several, or is a platform operator. A user stored by an older release has -1
 * as a string.
 */
export const mustChoose = (user: Pick<CurrentUser, 'parentId' | 'merchantId'>): boolean =>
  String(user.parentId) === '-1' && String(user.merchantId) === '-1'

/** A second factor is required that the user has not set up: the server refuses every other action. */
const mustEnrol = (user: CurrentUser): boolean => user.secondFactor.required && !user.secondFactor.on

/** Screens of the user's own account, which stay accessible meanwhile. */
const ENROL = 'secondFactor.setup'
const ownScreens: readonly string[] = [ENROL, 'session.profile', 'session.cancelAccount']

/** What a page shows in place of its content, or `open`. */
export type Entrance = 'open' | 'login' | 'wait' | 'failed' | 'choose' | 'enrol' | 'forbidden'

/** Decides whether this page may be shown now; evaluated again at each change of the user. */
export function entranceOf(row: Opened & { readonly name?: string }, state: UserState): Entrance {
  if (row.permission === 'public') return 'open'
  if (state.status === 'none') return 'login'
  if (state.status === 'failed') return 'failed'
  if (state.user === null) return 'wait'
  if (mustEnrol(state.user) && !ownScreens.includes(row.name ?? '')) return 'enrol'
  // An operator must set up the second factor before choosing a merchant.
  if (mustChoose(state.user) && row.name !== ENROL) return 'choose'
  return mayOpen(row, state.user) ? 'open' : 'forbidden'
}

/** The fields of a screen that decide who may open it. */
type Opened = Pick<Screen, 'permission' | 'also'> & Partial<Pick<Screen, 'whole'>>

/** Whether the user's keys open a screen; also used for its menu entries. */
export function mayOpen({ permission, also, whole }: Opened, user: CurrentUser | null): boolean {
  if (permission === 'public') return true
  if (user === null) return false
  if (also !== undefined && !user.menuAutos.includes(also)) return false
  if (permission === 'signedIn') return true
  return holdsAny(user, seesWhole(user) ? permission : permission.filter((key) => !whole?.includes(key)))
}

const ownerOf = ({ id, merchantId }: CurrentUser): Owner => ({ userId: id, merchantId: String(merchantId) })

function arrive(user: CurrentUser): void {
  const before = current.state.user
  const back = current.expiredAt
  const foreign = recordOwner(ownerOf(user))
  // The store that another account has chosen on this device says nothing of this one.
  if ((readStored('storeOf') ?? ownerKey()) !== ownerKey()) {
    putStorage('storeId', null)
    writeStored('storeOf', null)
  }
  const other = before !== null && !sameOwner(ownerOf(before), ownerOf(user))
  if (other) queries.clear()
  writeStored('user', JSON.stringify(user))
  putStorage('merchantId', String(user.merchantId))
  set({
    state: { status: 'ready', user },
    epoch: other ? current.epoch + 1 : current.epoch,
    foreign: foreign || current.foreign,
    expiredAt: null,
  })
  // Signed in again in another tab: this one goes on where it was.
  if (back !== null && location.pathname === '/') goTo(back, { replace: true, force: true })
}

/**
 * The stored user of the current token: a page that the phone closed in a garage without a network opens again
 * (decision 77).
 */
function keptUser(): CurrentUser | null {
  const user = JSON.parse(readStored('user') ?? 'null') as CurrentUser | null
  return user !== null && sameOwner(knownOwner(), ownerOf(user)) ? user : null
}

let loadedAt = 0

/** Fetches the user of the stored token. Concurrent calls for one token share the fetch. */
export async function loadUser(): Promise<void> {
  const token = currentToken()
  if (token === null) return set({ state: NONE })
  set({ state: { status: 'loading', user: current.state.user } })
  loadedAt = performance.now()
  try {
    const user = await send(calls.session.userInfo, {})
    if (token === currentToken()) arrive(user)
  } catch (error) {
    if (token !== currentToken()) return
    const failure = error instanceof CallFailure ? error : lostFailure(false)
    // A known user is not cleared: a lost network does not end the session.
    const user = current.state.user ?? (failure.kind === 'lost' ? keptUser() : null)
    set({ state: user ? { status: 'ready', user } : { status: 'failed', user: null, failure } })
  }
}

/** Signs in with the answer of login or of the choice of a merchant. */
export function signIn({ token, user }: { token: string; user: CurrentUser }): void {
  queries.clear()
  expected = token
  setToken(token)
  arrive(user)
}

/** Signs out locally. The caller notifies the server first, since that needs the token. */
export function signOut(): void {
  dropToken()
  putStorage('storeId', null)
  clearForSignOut()
  leave(null)
}

/** Called when the bar about another user's link is closed. */
export const acceptForeign = (): void => set({ foreign: false })

function leave(expiredAt: string | null): void {
  queries.clear()
  set({ state: NONE, epoch: current.epoch + 1, foreign: false, expiredAt })
}

/** Signs in by a login ticket and opens the path that the ticket names. */
async function useTicket(ticket: string): Promise<void> {
  try {
    const { token, path } = await send(calls.session.useTicket, { ticket, ...(isNative() && { native: true }) })
    adoptToken(token)
    goTo(path, { replace: true, force: true })
  } catch (error) {
    if (error instanceof CallFailure) feedback.toast(error.message, 'error')
  }
}

/** The token whose user is already known, so that setting it does not fetch the user. */
let expected: string | null = null

const STALE = 60_000

/**
 * Starts the session of this page. Call it once, before the first render, so that the fetch runs in parallel with the
 * loading of the code.
 */
export function startSession(): void {
  onToken(() => {
    const token = currentToken()
    // The native shell uploads files with this token.
    if (token !== null && isNative()) putStorage('token', token)
    if (token !== null && token !== expected) void loadUser()
    expected = null
  })
  const expire = () => {
    // Back to a page that needs no sign-in leads nowhere: whoever reset the password here would find its first step again.
    const isPublic = rowAt(location.pathname)?.permission === 'public'
    leave(isPublic ? null : location.pathname + location.search)
    goTo('/', { replace: true, force: true })
  }
  onSignedOut(() => {
    expire()
    tellNative('invalid-token', {})
  })
  const again = () => {
    if (current.state.status === 'ready' && performance.now() - loadedAt > 5_000) void loadUser()
  }
  onForbidden(again)
  onlineManager.subscribe((online) => online && again())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - loadedAt > STALE) again()
  })
  onTicket((ticket) => void useTicket(ticket))
  // A tab that slept while its user signed out may have come back with their drafts.
  hearSignOut()
  watchOtherTabs(() => location.replace('/'), expire)
  void loadUser()
}

/** Permissions of the user, and which pages exist in this build and are open to them. */
export interface Reach {
  readonly held: ReadonlySet<string>
  readonly opens: (path: string) => boolean
}

let latest: { readonly user: CurrentUser | null; readonly reach: Reach } | undefined

/** Permissions and accessible pages of the signed-in user: computed once per user, since every row of a list needs them. */
export function useReach(): Reach {
  const user = useUser()
  if (latest?.user !== user) latest = { user, reach: reachOf(user) }
  return latest.reach
}

const reachOf = (user: CurrentUser | null): Reach => ({
  held: new Set(user?.menuAutos),
  opens(path) {
    const row = rowAt(path)
    return row !== undefined && mayOpen(row, user)
  },
})

export interface PageLink {
  readonly href: string
  readonly onClick: (event?: MouseEvent) => void
}

/** A link to a screen of any feature; undefined when this build does not have it or the user may not open it. */
export function linkTo<R extends Readers>(reach: Reach, row: Screen<R>, values: LinkOf<R>): PageLink | undefined {
  return reach.opens(row.path) ? linkBy(hrefOf(row, values)) : undefined
}

/** The same for a path that is computed from the kind and action of an order. */
export const linkToPath = (reach: Reach, path: string, search: Readonly<Record<string, SearchValue>>) =>
  reach.opens(path) ? linkBy(path + stringifySearch(search)) : undefined

/** The same for an address that the server gives. */
export const linkToAddress = (reach: Reach, href: string): PageLink | undefined =>
  reach.opens(rowOfLink(href)?.path ?? '') ? linkBy(href) : undefined

function linkBy(href: string): PageLink {
  return {
    href,
    onClick(event) {
      if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return
      event?.preventDefault()
      goTo(href)
    },
  }
}
