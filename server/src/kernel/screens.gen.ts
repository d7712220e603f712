// Written by web/src/build/screen-table.ts from the rows of web/src/screens.ts. Do not edit.
interface Screen {
  readonly path: string
  readonly needs: readonly string[]
  readonly takes: readonly string[]
}

export const screens = {
  'account.detail': { path: '/account/:id', needs: ['id'], takes: [] },
  'agreement.seal': { path: '/agreement/seal', needs: [], takes: [] },
  'agreement.sign': { path: '/agreement/sign', needs: [], takes: ['t', 'self'] },
  'agreement.verify': { path: '/agreement/verify', needs: [], takes: ['c'] },
  'audit.list': { path: '/audit', needs: [], takes: ['accountId', 'action', 'result', 'from', 'to'] },
  'driver.tasks': { path: '/driver', needs: [], takes: ['accountId', 'day', 'done'] },
  'inventory.list': { path: '/inventory', needs: [], takes: ['group', 'keyword', 'modelId', 'tag', 'plateKind', 'plateColor', 'runState', 'lifecycle', 'expiry', 'sort', 'look'] },
  'longOrder.detail': { path: '/long-order/detail', needs: ['orderId'], takes: [] },
  'longOrder.list': { path: '/long-order', needs: [], takes: ['status', 'keyword', 'pickupReturnQueryStatus', 'dateType', 'dateRange', 'storeId', 'source', 'modelId', 'pickupType', 'depositStatus', 'depositPayStatus', 'depositLater', 'overdue', 'depositDue', 'planDue', 'waits', 'sort', 'look'] },
  'longOrder.reimbursement': { path: '/long-order/initiate-reimbursement', needs: ['orderId'], takes: [] },
  'longOrder.scanUpload': { path: '/long-order/scan-upload', needs: [], takes: ['scanToken'] },
  'merchant.settings': { path: '/settings', needs: [], takes: ['tab'] },
  'notify.notices': { path: '/notices', needs: [], takes: ['tab', 'unread'] },
  'order.detail': { path: '/order/detail', needs: ['orderId'], takes: [] },
  'order.list': { path: '/order', needs: [], takes: ['status', 'keyword', 'pickupReturnQueryStatus', 'dateType', 'dateRange', 'storeId', 'source', 'modelId', 'pickupType', 'depositStatus', 'depositPayStatus', 'depositLater', 'overdue', 'depositDue', 'planDue', 'waits', 'sort', 'look'] },
  'order.reimbursement': { path: '/order/initiate-reimbursement', needs: ['orderId'], takes: [] },
  'order.scanUpload': { path: '/order/scan-upload', needs: [], takes: ['scanToken'] },
  'closing.months': { path: '/finance/closing', needs: [], takes: [] },
  'invoice.list': { path: '/finance/invoices', needs: [], takes: ['keyword', 'status', 'redDue', 'from', 'to'] },
  'payment.pay': { path: '/pay', needs: [], takes: ['t', 'self', 'code', 'state'] },
  'person.privacy': { path: '/person/privacy', needs: ['personId'], takes: [] },
  'person.requests': { path: '/person/requests', needs: [], takes: ['status', 'kind'] },
  'reconcile.bill': { path: '/finance/bill', needs: ['id'], takes: [] },
  'reconcile.list': { path: '/finance/reconcile', needs: [], takes: ['state', 'payWay', 'from', 'to'] },
  'session.profile': { path: '/profile', needs: [], takes: ['code', 'state'] },
  'selfService.merchantVerification': { path: '/selfPickupReturn/merchantVerification', needs: ['orderId'], takes: ['type'] },
  'selfService.userPickup': { path: '/selfPickupReturn/userPickup', needs: [], takes: ['t'] },
  'selfService.userReturn': { path: '/selfPickupReturn/userReturn', needs: [], takes: ['t'] },
  'session.scanLogin': { path: '/scan-login', needs: [], takes: ['qr'] },
  'stock.list': { path: '/stock', needs: [], takes: ['storeId', 'keyword', 'only', 'days', 'day', 'look'] },
  'maintaince.care': { path: '/tickets/maintaince/care', needs: [], takes: ['keyword', 'storeId'] },
  'maintaince.detail': { path: '/tickets/maintaince/detail', needs: ['ticketId'], takes: [] },
  'yearly.detail': { path: '/tickets/yearly/detail', needs: ['ticketId'], takes: [] },
  'yearly.list': { path: '/tickets/yearly', needs: [], takes: ['keyword', 'group', 'type', 'storeId', 'mine'] },
  'shunting.detail': { path: '/tickets/shunting/detail', needs: ['ticketId'], takes: [] },
  'ticket.hub': { path: '/tickets', needs: [], takes: ['storeId', 'waits'] },
  'till.shifts': { path: '/till', needs: [], takes: ['storeId', 'status', 'from', 'to'] },
  'violation.customer': { path: '/illegals/customer', needs: [], takes: ['t'] },
  'violation.detail': { path: '/illegals/detail', needs: ['illegalId'], takes: [] },
  'violation.list': { path: '/illegals', needs: [], takes: ['keyword', 'group', 'storeId', 'vehicleId'] },
} as const satisfies Readonly<Record<string, Screen>>
