// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { InputOf, OutputOf } from '@cheyi/contract/call'
import type { Contract } from '@cheyi/contract/index'
import type { WireCall } from './wire.ts'

type Calls = {
  readonly [R in keyof Contract]: {
    readonly [C in keyof Contract[R]]: WireCall<InputOf<Contract[R][C]>, OutputOf<Contract[R][C]>>
  }
}

type More = Partial<Pick<WireCall, 'method' | 'refreshes' | 'changes' | 'upload'>>

const read = <I, O>(room: string, path: string, more?: More): WireCall<I, O> => ({
  room,
  method: 'POST',
  path,
  effect: 'read',
  ...more,
})
const write = <I, O>(room: string, path: string, more?: More): WireCall<I, O> => ({
  room,
  method: 'POST',
  path,
  effect: 'write',
  ...more,
})

export const calls: Calls = {
  session: {
    captcha: write('session', '/api/login/v1/captcha', { method: 'GET' }),
    sendCode: write('session', '/api/login/v1/sms/send'),
    login: write('session', '/api/login/v1/password'),
    loginByCode: write('session', '/api/login/v1/sms'),
    register: write('session', '/api/login/v1/register'),
    resetPassword: write('session', '/api/login/v1/password/reset'),
    changePassword: write('session', '/api/login/v1/password/change'),
    logout: write('session', '/api/login/v1/logout'),
    userInfo: read('session', '/api/login/v1/userInfo'),
    switchMerchant: write('session', '/api/login/v1/switch/merchant', { method: 'GET' }),
    devices: read('session', '/api/login/v1/session/page'),
    endSession: write('session', '/api/login/v1/session/revoke'),
    createTicket: write('session', '/api/login/v1/ticket/create'),
    useTicket: write('session', '/api/login/v1/ticket'),
    legal: read('session', '/api/legal/v1/detail', { method: 'GET' }),
  },
  account: {
    page: read('account', '/api/user/v1/page'),
    detail: read('account', '/api/user/v1/detail', { method: 'GET' }),
    setStatus: write('account', '/api/user/v1/set/status', { method: 'GET', refreshes: ['overview', 'driver.box'] }),
    add: write('account', '/api/user/v1/child/add', { refreshes: ['driver.box'] }),
    edit: write('account', '/api/user/v1/child/edit', { refreshes: ['driver.box'] }),
    resetPassword: write('account', '/api/user/v1/child/resetPassword'),
    remove: write('account', '/api/user/v1/child/remove', { refreshes: ['overview', 'driver.box'] }),
  },
  role: {
    page: read('role', '/api/role/page'),
    detail: read('role', '/api/role/v1/detail', { method: 'GET' }),
    tree: read('role', '/api/menu/v1/tree'),
    auth: write('role', '/api/role/auth', { refreshes: ['account'] }),
    save: write('role', '/api/role/v1/save', { refreshes: ['account'] }),
    copy: write('role', '/api/role/v1/copy'),
    remove: write('role', '/api/role/v1/remove'),
    restore: write('role', '/api/role/v1/restore', { refreshes: ['account'] }),
  },
  lookup: {
    enumerations: read('lookup', '/api/order/v1/base/emun/list', { method: 'GET' }),
    cities: read('lookup', '/api/base/v1/cities', { method: 'GET' }),
    map: read('lookup', '/api/base/v1/map', { method: 'GET' }),
  },
  overview: {
    todo: read('overview', '/api/data/v1/todo'),
    search: read('overview', '/api/data/v1/search'),
    home: read('overview', '/api/data/v1/home'),
  },
  merchant: {
    list: read('merchant', '/api/merchant/info/v1/page'),
    setting: read('merchant', '/api/merchant/info/v1/setting', { method: 'GET' }),
    paySetting: read('merchant', '/api/merchant/pay/v1/setting', { method: 'GET' }),
    savePay: write('merchant', '/api/merchant/pay/v1/save', { refreshes: ['deposit'] }),
    detail: read('merchant', '/api/merchant/info/v1/detail', { method: 'GET' }),
    save: write('merchant', '/api/merchant/info/v1/save', { refreshes: ['session'] }),
    saveSetting: write('merchant', '/api/merchant/info/v1/setting/save', { refreshes: ['store', 'stock', 'pricing', 'order', 'overview'] }),
    setup: read('merchant', '/api/merchant/info/v1/setup', { method: 'GET' }),
  },
  store: {
    list: read('store', '/api/store/v1/storeListByMerchant'),
    page: read('store', '/api/store/v1/page'),
    detail: read('store', '/api/store/v1/detail'),
    save: write('store', '/api/store/v1/save', { refreshes: ['stock', 'pricing', 'overview', 'merchant'] }),
    setStatus: write('store', '/api/store/v1/set/status', { refreshes: ['stock', 'pricing', 'overview', 'merchant'] }),
  },
  model: {
    list: read('model', '/api/model/v1/page'),
    detail: read('model', '/api/model/v1/detail'),
    save: write('model', '/api/model/v1/save', { refreshes: ['stock', 'pricing', 'vehicle', 'overview', 'merchant'] }),
    setStatus: write('model', '/api/model/v1/set/status', { refreshes: ['stock', 'pricing', 'vehicle', 'merchant'] }),
    library: read('model', '/api/model/v1/library'),
  },
  stock: {
    free: read('stock', '/api/stock/v1/free'),
  },
  pricing: {
    quote: write('pricing', '/api/order/v1/price/new_calculate', { changes: false }),
    services: read('pricing', '/api/price/v1/service/list'),
  },
  price: {
    rules: read('price', '/api/price/v1/rule/list'),
    saveRule: write('price', '/api/price/v1/rule/save', { refreshes: ['stock'] }),
    saveTiers: write('price', '/api/price/v1/tier/save'),
    saveLong: write('price', '/api/price/v1/long/save'),
    follow: write('price', '/api/price/v1/follow', { refreshes: ['stock'] }),
    calendar: read('price', '/api/price/v1/calendar/list'),
    saveCalendar: write('price', '/api/price/v1/calendar/save', { refreshes: ['stock'] }),
    undoCalendar: write('price', '/api/price/v1/calendar/undo', { refreshes: ['stock'] }),
    adjust: write('price', '/api/price/v1/batch_adjust', { refreshes: ['stock'] }),
    copy: write('price', '/api/price/v1/copy', { refreshes: ['stock'] }),
    trial: read('price', '/api/price/v1/trial'),
    history: read('price', '/api/price/v1/history'),
    plans: read('price', '/api/price/v1/plan/list'),
    cancelPlan: write('price', '/api/price/v1/plan/cancel'),
  },
  terms: {
    saveService: write('terms', '/api/price/v1/service/save', { refreshes: ['pricing'] }),
    fees: read('terms', '/api/price/v1/fee/list'),
    saveFee: write('terms', '/api/price/v1/fee/save', { refreshes: ['pricing'] }),
    cancelRules: read('terms', '/api/cancel_rule/v1/list'),
    saveCancelRule: write('terms', '/api/cancel_rule/v1/save', { refreshes: ['pricing'] }),
    depositPolicies: read('terms', '/api/deposit_policy/v1/list'),
    saveDepositPolicy: write('terms', '/api/deposit_policy/v1/save', { refreshes: ['pricing', 'deposit'] }),
  },
  order: {
    list: read('order', '/api/order/v1/list'),
    detail: read('order', '/api/order/v1/detail'),
    contact: write('order', '/api/order/v1/contact', { changes: false }),
    draft: read('order', '/api/order/v1/draft'),
    create: write('order', '/api/order/v1/create', { refreshes: ['overview', 'stock', 'vehicle.available', 'driver', 'deposit', 'expense'] }),
    cancel: write('order', '/api/order/v1/cancel', { refreshes: ['overview', 'stock', 'vehicle.available', 'driver', 'deposit', 'expense'] }),
    cancelRule: read('order', '/api/order/v1/cancel_rule'),
    services: read('order', '/api/order/v1/service_detail'),
    updateStatus: write('order', '/api/order/v1/update_status', { refreshes: ['overview', 'stock', 'vehicle.available', 'driver', 'deposit', 'expense'] }),
    remarks: read('order', '/api/order/v1/remark/list'),
    saveRemark: write('order', '/api/order/v1/remark/save', { refreshes: ['overview.home'] }),
    log: read('order', '/api/order/v1/log/list'),
  },
  vehicle: {
    available: read('vehicle', '/api/order/v1/available_vehicle/list'),
    plan: write('vehicle', '/api/order/v1/plan_vehicle/update', { refreshes: ['order', 'overview', 'stock', 'driver.tasks', 'pickupReturn.task'] }),
  },
  driver: {
    box: read('driver', '/api/user/v1/driver/box', { method: 'GET' }),
    arrange: write('driver', '/api/pick_diver/arrange/v1', { refreshes: ['order.detail', 'overview.home', 'pickupReturn.task'] }),
    tasks: read('driver', '/api/pick_diver/list/v1'),
    tasksOfOrder: read('driver', '/api/pick_diver/list_by_order/v1'),
    certificates: read('driver', '/api/order/v1/certificate/detail'),
    searchPeople: read('driver', '/api/person/v1/search'),
    personDetail: read('driver', '/api/person/v1/detail'),
    revealPerson: write('driver', '/api/person/v1/reveal', { changes: false }),
    savePerson: write('driver', '/api/person/v1/save', { refreshes: ['order.detail', 'pickupReturn.task'] }),
    verifyPerson: write('driver', '/api/person/v1/verify', { refreshes: ['order.detail', 'pickupReturn.task'] }),
    blacklistPerson: write('driver', '/api/person/v1/blacklist', { refreshes: ['order.detail', 'pickupReturn.task'] }),
  },
  deposit: {
    policy: read('deposit', '/api/order/v1/deposit_policy'),
    forPickup: read('deposit', '/api/order/v1/pickup_deposit'),
    pay: write('deposit', '/order/deposit/payDeposit/v1', { refreshes: ['order', 'overview', 'expense.bill', 'pickupReturn.task'] }),
    detail: read('deposit', '/api/order/v1/deposit/detail'),
    deduct: write('deposit', '/api/order/v1/deposit/deduct', { refreshes: ['order', 'overview', 'expense', 'pickupReturn.task'] }),
    release: write('deposit', '/api/order/v1/deposit/release', { refreshes: ['order', 'overview', 'expense'] }),
    retry: write('deposit', '/api/order/v1/deposit/retry', { refreshes: ['order', 'overview', 'expense'] }),
  },
  payment: {
    collect: write('payment', '/api/order/v1/get_pay_url', { refreshes: ['order', 'overview', 'expense', 'deposit', 'pickupReturn.task'] }),
    query: write('payment', '/api/order/v1/query_pay_result', { changes: false }),
    cancel: write('payment', '/api/order/v1/cancel_order_pay', { refreshes: ['order', 'overview', 'expense', 'deposit'] }),
  },
  expense: {
    saveAll: write('expense', '/api/pick_expense/pick_expense/batch_save/v1', { refreshes: ['pickupReturn.task', 'pickupReturn.settlement'] }),
    list: read('expense', '/api/pick_expense/pick_expense/list/v1'),
    bill: read('expense', '/api/order/v1/bill_detail'),
  },
  pickupReturn: {
    confirm: write('pickupReturn', '/api/order/vehicle/pick_return/confirm_pick_return/v1', { refreshes: ['order', 'overview', 'stock', 'vehicle', 'expense', 'deposit', 'driver', 'agreement'] }),
    reissue: write('pickupReturn', '/api/order/vehicle/pick_return/add_att/v1', { refreshes: ['order.detail'] }),
    settlement: read('pickupReturn', '/api/order/vehicle/pick_return/return_expense_item/list/v1'),
    pickUp: write('pickupReturn', '/api/order/vehicle/pick_return/pick_up/v1', { refreshes: ['order.detail', 'order.list', 'overview', 'vehicle', 'agreement', 'expense', 'deposit', 'driver.tasks'] }),
    returnVehicle: write('pickupReturn', '/api/order/vehicle/pick_return/return_vehicle/v1', { refreshes: ['order.detail', 'order.list', 'overview', 'vehicle', 'agreement', 'expense', 'deposit', 'driver.tasks'] }),
    lastInspection: read('pickupReturn', '/api/order/vehicle/pick_return/v1/last_inspection'),
    records: read('pickupReturn', '/api/order/v1/pick_retuen'),
    task: read('pickupReturn', '/api/order/vehicle/pick_return/v1/task'),
  },
  agreement: {
    kinds: read('agreement', '/api/order_contract/v1/contract_type'),
    facts: read('agreement', '/api/order_contract/v1/pick_return_info'),
    status: read('agreement', '/api/order_contract/v1/status'),
    generatePickup: write('agreement', '/api/order_contract/v1/generate_pickup_contract', { refreshes: ['order.detail', 'pickupReturn'] }),
    generateReturn: write('agreement', '/api/order_contract/v1/generate_return_contract', { refreshes: ['order.detail', 'pickupReturn'] }),
  },
  media: {
    upload: write('media', '/api/media/v1/upload', { changes: false, upload: true }),
  },
  job: {
    detail: read('job', '/api/job/v1/detail', { method: 'GET' }),
  },
  notify: {
    page: read('notify', '/api/notify/v1/page'),
    unread: read('notify', '/api/notify/v1/unread'),
    read: write('notify', '/api/notify/v1/read'),
    switches: read('notify', '/api/notify/v1/switches'),
    setting: write('notify', '/api/notify/v1/setting'),
  },
  simulation: {
    messages: read('simulation', '/api/simulation/v1/sms'),
  },
  operator: {
    merchants: read('operator', '/api/operator/v1/merchant/page'),
    history: read('operator', '/api/operator/v1/merchant/history'),
    review: write('operator', '/api/operator/v1/merchant/review', { refreshes: ['merchant.list'] }),
  },
  inventory: {
    list: read('inventory', '/api/vehicle/v1/page'),
    detail: read('inventory', '/api/vehicle/v1/detail'),
    timeline: read('inventory', '/api/vehicle/v1/timeline'),
    save: write('inventory', '/api/vehicle/v1/save', { refreshes: ['stock', 'overview', 'vehicle', 'order', 'model'] }),
    setLifecycle: write('inventory', '/api/vehicle/v1/set/lifecycle', { refreshes: ['stock', 'overview', 'vehicle', 'order', 'model'] }),
    saveDocument: write('inventory', '/api/vehicle/v1/document/save', { refreshes: ['stock', 'overview', 'vehicle', 'order'] }),
    correctOdometer: write('inventory', '/api/vehicle/v1/odometer/correct', { refreshes: ['vehicle'] }),
    endTurnaround: write('inventory', '/api/vehicle/v1/turnaround/done', { refreshes: ['stock', 'overview', 'vehicle'] }),
    importTemplate: write('inventory', '/api/vehicle/v1/import/template', { changes: false }),
    importCheck: write('inventory', '/api/vehicle/v1/import', { changes: false }),
    importConfirm: write('inventory', '/api/vehicle/v1/import/confirm', { refreshes: ['stock', 'overview', 'vehicle', 'order', 'model'] }),
    exportFleet: write('inventory', '/api/vehicle/v1/export', { changes: false }),
  },
  stream: {
    ticket: write('stream', '/api/stream/v1/ticket', { changes: false }),
  },
}
