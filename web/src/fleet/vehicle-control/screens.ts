import { id, screen, text } from '../../kernel/page/screen.ts'

/*
 * Cars with a device: the list of their reports, the page of one car, and the devices themselves.
 */

export const vehicleControlScreens = {
  list: screen({
    path: '/vehicleControl',
    title: '车控',
    words: '车辆控制 定位 GPS 在线 离线 轨迹',
    permission: ['vehicleControl'],
    search: { keyword: text, group: text, storeId: text, moving: text, rented: text, look: text },
    holds: ['/vehicleControlDetails'],
    beside: ['/vehicleControlDetails'],
    holdScroll: true,
    live: true,
    file: 'fleet/vehicle-control/list',
  }),
  detail: screen({
    path: '/vehicleControlDetails',
    title: '车控详情',
    permission: ['vehicleControl'],
    parent: '/vehicleControl',
    search: { vehicleId: id },
    narrow: true,
    live: true,
    file: 'fleet/vehicle-control/detail',
  }),
  device: screen({
    path: '/vehicleControl/device',
    title: '车载设备',
    words: '终端 GPS 设备 绑定 鉴权码',
    permission: ['vehicleControl.device'],
    whole: ['vehicleControl.device'],
    parent: '/vehicleControl',
    search: { keyword: text, group: text },
    holdScroll: true,
    file: 'fleet/vehicle-control/device',
  }),
}
