/*
 * Page names as the native shell and the specification spell them. Apart from the rows, which come with the first page: only
 * the debug panel and support read these.
 */

/** Where the specification has another name than our row; by the names of our rows. */
export const givenPageNames: Readonly<Record<string, string>> = {
  'overview.home': 'Index',
  'account.add': 'AddAccount',
  'account.edit': 'EditAccount',
  'role.list': 'Roles',
  'stock.list': 'Stock',
  'inventory.list': 'Inventory',
}

/** The name of a page by that of its row: `PriceCalendar` of `price.calendar`. */
export const pageNameOf = (row: string): string =>
  givenPageNames[row] ?? row.replaceAll(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
