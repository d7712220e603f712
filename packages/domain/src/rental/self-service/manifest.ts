import type { Manifest } from '../../manifest.ts'

export const manifest = {
  refusals: {
    outOfReturnRange: { code: 5302, message: '不在取还车范围内（距门店{n}米）' },
    selfTooEarly: { code: 5303, message: '未到自助取车时间' },
    checkDone: { code: 5304, message: '验车单已处理' },
    selfHandedIn: { code: 5307, message: '已提交，门店正在验车，暂不能修改' },
    selfIncomplete: { code: 5308, message: '还有未完成：{项}' },
    farFromCar: { code: 5309, message: '您不在车旁{距离}，请走到车旁再试{电话}' },
    carPositionUnknown: { code: 5310, message: '无法确认您在车旁{说明}' },
    carPositionOld: { code: 5311, message: '车辆位置不是最新的{多久}，无法确认您在车旁，请致电门店{电话}' },
  },
  audit: {
    features: { selfService: '自助取还' },
    fields: { selfLink: '自助链接', takenOver: '门店接管' },
  },
} as const satisfies Manifest
