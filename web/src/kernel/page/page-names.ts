/*
 * Page names as the native shell and the specification spell them. Separate from the rows, which load with the first
 * page: only the debug panel and support read these.
 */

/** Names of the specification that differ from the row's name, by row name. */
export const givenPageNames: Readonly<Record<string, string>> = {
  'overview.home': 'Index',
  'account.add': 'AddAccount',
  'account.edit': 'EditAccount',
  'role.list': 'Roles',
  'stock.list': 'Stock',
  'inventory.list': 'Inventory',
}

/** Name of a page derived from its row: `PriceCalendar` from `price.calendar`. */
export const pageNameOf = (row: string): string =>
  givenPageNames[row] ?? row.replaceAll(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
