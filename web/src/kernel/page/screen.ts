import type { PermissionKey } from '@cheyi/domain/permission'
import type { LinkOf, Readers, SearchValue } from './search.ts'

/* What a row reads its address by. */
export { flag, id, int, many, maybeId, named, oneOf, text } from './search.ts'

/** Who may open a screen: `public` (no token), `signedIn`, or holders of any one of the keys. */
export type ScreenPermission = 'public' | 'signedIn' | readonly [PermissionKey, ...PermissionKey[]]

/** Something new that a screen begins where its address says so: 添加车辆 at id 0. */
export interface Beginning {
  readonly label: string
  readonly note?: string
  readonly with: Readonly<Record<string, SearchValue>>
  /** Needed besides what opens the screen. */
  readonly key?: PermissionKey
  /** Only for who answers for the merchant as a whole. */
  readonly whole?: true
}

/** One row of the catalogue of screens: routes, titles, guards, lazy loading and keep-alive are derived from it. */
export interface Screen<R extends Readers = Readers> {
  /** `/order/detail`; a `:name` in it is one of `search`. */
  readonly path: `/${string}`
  /** Unique short name for logs, tests and the page of missing permissions: that of its `file`, `order.detail`, unless said. */
  readonly name: string
  /** Chinese title behind the product's name; '' shows the product's default title. */
  readonly title: string
  /** Other words that it is sought by, besides its title. */
  readonly words: string
  readonly begins: readonly Beginning[]
  readonly permission: ScreenPermission
  /** What the address of a link holds that opens it to whoever has it, without signing in. */
  readonly opener?: string
  /** A key needed besides `permission`: screens of one kind of order need that kind's page key too. */
  readonly also?: PermissionKey
  /** Keys of `permission` by which only who answers for the merchant as a whole opens it, and nobody limited to some stores. */
  readonly whole?: readonly PermissionKey[]
  /** How the texts of the address are read; see search.ts. */
  readonly search: R
  readonly background: 'white' | 'gray'
  /** A form or a text: from 768 px up a centred column of 640. */
  readonly narrow: boolean
  /** Where its way back leads when it was opened by a link; the list that holds it, or home, unless said. */
  readonly parent?: `/${string}`
  /** Kept alive, hidden, while one of these paths is on top of it. */
  readonly holds: readonly string[]
  /** Keeps its scroll position when it is shown again; without it the page starts at the top. */
  readonly holdScroll: boolean
  /** On wide windows these paths are shown beside this one, which becomes the list pane. */
  readonly beside: readonly string[]
  /**
   * Asks again by itself when others change what it shows. For pages that are looked at, not for forms: what a person
   * enters stands on what they saw, and a save on something older must be refused as such.
   */
  readonly live: boolean
  /**
   * Folder of its `screen.tsx` from `web/src`, such as `rental/order/detail`. A name and no import: screens name rows to read
   * their address and to link to each other, and an import back would close a circle.
   */
  readonly file: `${string}/${string}/${string}`
}

type Defaults = 'name' | 'words' | 'begins' | 'background' | 'narrow' | 'holds' | 'holdScroll' | 'beside' | 'live'

/** Declares one screen. Background gray, as wide as its window, kept under nothing and shown beside nothing unless said. */
export function screen<const R extends Readers>(
  row: Omit<Screen<R>, Defaults> & Partial<Pick<Screen<R>, Defaults>>,
): Screen<R> {
  return {
    name: row.file.slice(row.file.indexOf('/') + 1).replace('/', '.'),
    words: '',
    begins: [],
    background: 'gray',
    narrow: false,
    holds: [],
    holdScroll: false,
    beside: [],
    live: false,
    ...row,
  }
}

/** Rows by room: `{ order: { list, detail }, session: { login } }`. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, Screen>>>>

/** Every row, in order of declaration. */
export const rowsOf = (catalogue: Catalogue): Screen[] =>
  Object.values(catalogue).flatMap((room) => Object.values(room))

/** Whether a screen can be opened as it is: nothing in its address must be known before. */
export const standsAlone = ({ path, search }: Pick<Screen, 'path' | 'search'>): boolean =>
  !path.includes(':') && !Object.values(search).some(({ required }) => required)

/** The address of a screen: path parameters filled in, the rest as query values. */
export function addressOf<R extends Readers>(
  row: Screen<R>,
  link: LinkOf<R>,
): { pathname: string; search: Record<string, SearchValue> } {
  const search: Record<string, SearchValue> = { ...(link as Record<string, SearchValue>) }
  const pathname = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = search[name]
    delete search[name]
    return encodeURIComponent(String(value ?? ''))
  })
  return { pathname, search }
}
