/*
 * Page names as the native shell and the specification spell them, by the names of our rows. Apart from the rows, which come
 * with the first page: only the debug panel and support read these.
 */
export const pageNames: Readonly<Record<string, string>> = {
  'account.add': 'AddAccount',
  'account.edit': 'EditAccount',
  'role.list': 'Roles',
  'role.edit': 'RoleEdit',
  'stock.list': 'Stock',
  'stock.chooseStore': 'StockChooseStore',
  'stock.summary': 'StockSummary',
  'inventory.list': 'Inventory',
  'price.list': 'PriceList',
  'price.setting': 'PriceSetting',
  'price.calendar': 'PriceCalendar',
}
