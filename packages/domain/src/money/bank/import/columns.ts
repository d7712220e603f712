import { type TableKind, tableColumn } from '../../../platform/table-import/layout.ts'

/* Columns of bank statements, as banks and providers title them; a table of any other titles is assigned by hand once. */

/** In the order of the template. */
export const bankImportColumns = [
  tableColumn({
    key: 'on',
    title: '交易日期',
    width: 14,
    like: /^(交易|记账|入账|发生|账务)?(日期?|时间|日期时间)$/,
    unlike: /起息|打印|到期/,
  }),
  tableColumn({ key: 'time', title: '交易时间', width: 12, like: /^(交易|记账|入账|发生)?时间$/ }),
  tableColumn({
    key: 'in',
    title: '收入金额',
    width: 14,
    like: /^(贷方|收入|存入|转入|收款|来账)(发生额|金额|数)?$/,
  }),
  tableColumn({
    key: 'out',
    title: '支出金额',
    width: 14,
    like: /^(借方|支出|支取|转出|付款|往账)(发生额|金额|数)?$/,
  }),
  tableColumn({ key: 'amount', title: '发生额', width: 14, like: /^(交易|发生|收支)?金额$|^(交易)?发生额$/ }),
  tableColumn({
    key: 'side',
    title: '收支方向',
    width: 10,
    like: /^(收支(类型|标志|方向)|借贷(类型|标志|标识|方向)?|[借收]\/[贷支付](标志|方向)?|收付(标志|方向)|方向)$/,
  }),
  tableColumn({
    key: 'balance',
    title: '余额',
    width: 14,
    like: /^(账户|当前|本次|联机|账面|可用)?余额$|^账户结余$/,
  }),
  tableColumn({
    key: 'party',
    title: '对方户名',
    width: 24,
    like: /^对方(户名|名称|单位|单位名称|账户名称?|账号名称|账号户名)$|^收[/(]?付\)?方(名称|户名)$|^(交易)?对手方?(名称|户名)?$/,
  }),
  tableColumn({
    key: 'partyNo',
    title: '对方账号',
    width: 22,
    like: /^对方(账号|账户|卡号|账户号)$|^收[/(]?付\)?方(账号|帐号)$|^(交易)?对手方?账[号户]$|^对方帐号$/,
  }),
  tableColumn({ key: 'note', title: '摘要', width: 24, like: /^(交易)?摘要(说明)?$|^商品名称$/ }),
  tableColumn({ key: 'purpose', title: '附言', width: 24, like: /^(交易|客户)?(附言|备注)$|^用途$/ }),
  tableColumn({ key: 'kind', title: '业务类型', width: 14, like: /^(业务|交易)(类型|名称)$/ }),
  tableColumn({
    key: 'lineNo',
    title: '流水号',
    width: 26,
    like: /^(交易|资金|账务|银行|账户明细编号-交易)?流水(单)?号$/,
    unlike: /业务|企业/,
  }),
] as const
export type BankImportKey = (typeof bankImportColumns)[number]['key']

export const bankTable: TableKind<BankImportKey> = { columns: bankImportColumns, needed: ['on'] }

export const bankImportHeading = bankImportColumns.map(({ key, title }) =>
  bankTable.needed.includes(key) ? `${title}*` : title,
)
