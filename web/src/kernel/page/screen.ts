import type { PermissionKey } from '@cheyi/domain/permission'
import type { LinkOf, Readers, SearchValue } from './search.ts'

/* Readers for the address of a row. */
export { flag, id, int, many, maybeId, named, oneOf, text } from './search.ts'

/** Who may open a screen: `public` (no token), `signedIn`, or holders of any one of the keys. */
export type ScreenPermission = 'public' | 'signedIn' | readonly [PermissionKey, ...PermissionKey[]]

/** A new record that a screen creates when its address says so: 新建车辆 at id 0. */
export interface Beginning {
  readonly label: string
  readonly note?: string
  readonly with: Readonly<Record<string, SearchValue>>
  /** Required in addition to the permission of the screen. */
  readonly key?: PermissionKey
  /** Only for users who are responsible for the merchant as a whole. */
  readonly whole?: true
}

/** One row of the catalogue of screens: routes, titles, guards, lazy loading and keep-alive are derived from it. */
export interface Screen<R extends Readers = Readers> {
  /** `/order/detail`; a `:name` in it is one of `search`. */
  readonly path: `/${string}`
  /**
   * Unique short name for logs, tests and the page of missing permissions: derived from `file` by default, such as
   * `order.detail`.
   */
  readonly name: string
  /** Chinese title after the product's name; '' shows the product's default title. */
  readonly title: string
  /** Further search words, besides the title. */
  readonly words: string
  readonly begins: readonly Beginning[]
  readonly permission: ScreenPermission
  /** Customers open it by a link, and read it in their language. */
  readonly forCustomers: boolean
  /** Name of the value in a link's address that gives access without signing in. */
  readonly opener?: string
  /** A key required in addition to `permission`: screens of one kind of order require that kind's page key too. */
  readonly also?: PermissionKey
  /**
   * Keys of `permission` that open the screen only for users responsible for the merchant as a whole, not for users
   * limited to some stores.
   */
  readonly whole?: readonly PermissionKey[]
  /** Readers for the values of the address; see search.ts. */
  readonly search: R
  readonly background: 'white' | 'gray'
  /** A form or a text: from 768 px on, a centred column of 640 px. */
  readonly narrow: boolean
  /** Target of the back button when the screen was opened by a link; by default the list that holds it, or home. */
  readonly parent?: `/${string}`
  /** Kept alive, hidden, while one of these paths is on top of it. */
  readonly holds: readonly string[]
  /** Restores its scroll position when it is shown again; without it the page starts at the top. */
  readonly holdScroll: boolean
  /** On wide windows these paths are shown beside this one, which becomes the list pane. */
  readonly beside: readonly string[]
  /** Such a list opens its first record by itself on wide windows. */
  readonly opensFirst: boolean
  /**
   * Fetches again automatically when others change its data. For pages that only show data, not for forms: an input is
   * based on the data the user saw, and a save based on older data must be refused.
   */
  readonly live: boolean
  /**
   * Folder of its `screen.tsx` from `web/src`, such as `rental/order/detail`. A name instead of an import: screens
   * import rows to read their address and to link to each other, and an import back would be circular.
   */
  readonly file: `${string}/${string}/${string}`
}

type Defaults =
  | 'name'
  | 'words'
  | 'forCustomers'
  | 'begins'
  | 'background'
  | 'narrow'
  | 'holds'
  | 'holdScroll'
  | 'beside'
  | 'opensFirst'
  | 'live'

/** `order.detail` of `rental/order/detail`. */
type NameOfFile<File> = File extends `${string}/${infer Feature}/${infer Rest}` ? `${Feature}.${Rest}` : never

/** Declares one screen. Defaults: gray background, full width, not kept alive, shown beside no list. */
export function screen<
  const R extends Readers,
  const File extends Screen['file'],
  const Name extends string = NameOfFile<File>,
>(
  row: Omit<Screen<R>, Defaults | 'file'> &
    Partial<Pick<Screen<R>, Exclude<Defaults, 'name'>>> & { readonly file: File; readonly name?: Name },
): Screen<R> & { readonly name: Name } {
  return {
    name: row.file.slice(row.file.indexOf('/') + 1).replace('/', '.') as Name,
    words: '',
    forCustomers: false,
    begins: [],
    background: 'gray',
    narrow: false,
    holds: [],
    holdScroll: false,
    beside: [],
    opensFirst: false,
    live: false,
    ...row,
  }
}

/** Rows by feature: `{ order: { list, detail }, session: { login } }`. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, Screen>>>>

/** Every row, in order of declaration. */
export const rowsOf = (catalogue: Catalogue): Screen[] =>
  Object.values(catalogue).flatMap((feature) => Object.values(feature))

/** Whether a screen can be opened without any value in its address. */
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
