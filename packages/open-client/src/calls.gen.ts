/* Generated from the OpenAPI document by `npm run generate -w packages/open-client`. */

export interface Calls {
  /** 连通测试 */
  ping: {
    input: Record<never, never>
    output: {
      /** 服务器时间 */
      readonly serverTime: string
      /** 1 线下，2 旅行平台，3 合作渠道三，4 合作渠道四，5 合作渠道五，6 合作渠道六，7 合作渠道七，8 合作渠道八，10 分销渠道，11 铁路平台，12 自营网站 */
      readonly source: number
      /** 渠道名称 */
      readonly channel: string
      /** live 正式密钥，test 测试密钥 */
      readonly mode: 'live' | 'test'
      /** 是否接受新订单 */
      readonly selling: boolean
      /** 密钥的接口权限 */
      readonly scopes: readonly ('catalog' | 'stock' | 'price' | 'order')[]
    }
  }
  /** 开放的门店 */
  stores: {
    input: Record<never, never>
    output: {
      /** 门店 */
      readonly stores: readonly ({
        /** 门店编号 */
        readonly storeId: string
        /** 编码 */
        readonly code: string
        /** 名称 */
        readonly name: string
        /** 城市 */
        readonly city: string
        /** 地址 */
        readonly address: string
        /** 经度（WGS-84） */
        readonly lng: number | null
        /** 纬度（WGS-84） */
        readonly lat: number | null
        /** 门店电话 */
        readonly phone: string | null
        /** 是否在用 */
        readonly active: boolean
      })[]
    }
  }
  /** 开放的车型 */
  models: {
    input: Record<never, never>
    output: {
      /** 车型 */
      readonly models: readonly ({
        /** 车型编号 */
        readonly modelId: string
        /** 编码 */
        readonly code: string
        /** 名称 */
        readonly name: string
        /** 1 经济，2 舒适，3 SUV，4 商务MPV，5 豪华，6 跑车，7 房车，8 皮卡，9 其他 */
        readonly carType: number
        /** 座位数 */
        readonly seats: number
        /** 1 自动，2 手动 */
        readonly gearbox: number
        /** 是否在用 */
        readonly active: boolean
      })[]
    }
  }
  /** 开放的车辆（每页500辆） */
  vehicles: {
    input: {
      /** 从这里之后；首次不填 */
      readonly after?: string
    }
    output: {
      /** 车辆 */
      readonly vehicles: readonly ({
        /** 车辆编号 */
        readonly vehicleId: string
        /** 门店编号 */
        readonly storeId: string
        /** 车型编号 */
        readonly modelId: string
        /** 车牌；取车前24小时以外部分打码 */
        readonly plate: string
        /** 颜色 */
        readonly colour: string
        /** 是否在用 */
        readonly active: boolean
      })[]
      /** 下一页的 after；null 为没有下一页 */
      readonly next: string | null
    }
  }
  /** 按天可售库存 */
  stock: {
    input: {
      /** 门店编号 */
      readonly storeId: string
      /** 车型编号 */
      readonly modelId: string
      /** 开始日期 YYYY-MM-DD */
      readonly from: string
      /** 结束日期 YYYY-MM-DD */
      readonly to: string
    }
    output: {
      /** 数据时刻，以较新者为准 */
      readonly asOf: string
      /** 逐日数据；报价中为计费天数 */
      readonly days: readonly ({
        /** 日期 YYYY-MM-DD */
        readonly date: string
        /** 可售数量，仅供参考 */
        readonly sellable: number
        /** 总数 */
        readonly total: number
        /** 当天停售 */
        readonly closed: boolean
      })[]
    }
  }
  /** 批量查询按天可售库存（最多50组，7天） */
  stockBatch: {
    input: {
      /** 门店与车型的组合 */
      readonly pools: readonly ({
        /** 门店编号 */
        readonly storeId: string
        /** 车型编号 */
        readonly modelId: string
      })[]
      /** 开始日期 YYYY-MM-DD */
      readonly from: string
      /** 结束日期 YYYY-MM-DD */
      readonly to: string
    }
    output: {
      /** 数据时刻，以较新者为准 */
      readonly asOf: string
      /** 门店与车型的组合 */
      readonly pools: readonly ({
        /** 门店编号 */
        readonly storeId: string
        /** 车型编号 */
        readonly modelId: string
        /** 逐日数据；报价中为计费天数 */
        readonly days: readonly ({
          /** 日期 YYYY-MM-DD */
          readonly date: string
          /** 可售数量，仅供参考 */
          readonly sellable: number
          /** 总数 */
          readonly total: number
          /** 当天停售 */
          readonly closed: boolean
        })[]
      })[]
    }
  }
  /** 按天价格 */
  prices: {
    input: {
      /** 门店编号 */
      readonly storeId: string
      /** 车型编号 */
      readonly modelId: string
      /** 开始日期 YYYY-MM-DD */
      readonly from: string
      /** 结束日期 YYYY-MM-DD */
      readonly to: string
    }
    output: {
      /** 逐日数据；报价中为计费天数 */
      readonly days: readonly ({
        /** 日期 YYYY-MM-DD */
        readonly date: string
        /** 当天价格，分；null 为不可售 */
        readonly priceFen: number | null
        /** 当天停售 */
        readonly closed: boolean
      })[]
    }
  }
  /** 报价（15分钟内有效） */
  quote: {
    input: {
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId?: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 增值服务，按渠道的编码 */
      readonly services?: readonly ({
        /** 编码 */
        readonly code: string
        /** 数量 */
        readonly qty: number
      })[]
    }
    output: {
      /** 报价编号 */
      readonly quoteId: string
      /** 有效期至 */
      readonly expiresAt: string
      /** 逐日数据；报价中为计费天数 */
      readonly days: number
      /** 总额，分 */
      readonly totalFen: number
      /** 价格明细 */
      readonly lines: readonly ({
        /** 编码 */
        readonly code: string
        /** 名称 */
        readonly name: string
        /** 数量 */
        readonly qty: number
        /** 单价，分 */
        readonly unitPrice: number
        /** 金额，分 */
        readonly amount: number
      })[]
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits: readonly ({
        /** 1 租车押金，2 违章押金 */
        readonly kind: number
        /** 名称 */
        readonly name: string
        /** 金额，分 */
        readonly amountFen: number
      })[]
      /** 距取车不足 minMinutesBefore 分钟起取消的违约金 */
      readonly cancelRule: readonly ({
        /** 距取车不足的分钟数 */
        readonly minMinutesBefore: number
        /** 违约金，分 */
        readonly penaltyFen: number
      })[]
      /** 可售数量，仅供参考 */
      readonly sellable: number
    }
  }
  /** 下单预检（不保留任何数据） */
  checkOrder: {
    input: {
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId?: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 增值服务，按渠道的编码 */
      readonly services?: readonly ({
        /** 编码 */
        readonly code: string
        /** 数量 */
        readonly qty: number
      })[]
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo?: string
      /** 报价编号 */
      readonly quoteId?: string
      /** 金额，分 */
      readonly amountFen?: number
      /** 价格明细 */
      readonly lines?: readonly ({
        /** 类型 */
        readonly kind: 'rent' | 'service' | 'fee' | 'discount' | 'subsidy'
        /** 编码 */
        readonly code?: string
        /** 名称 */
        readonly name: string
        /** 金额，分 */
        readonly amountFen: number
      })[]
      /** store 门店收款，prepaid 平台已收；不填按与商家的约定 */
      readonly payment?: 'store' | 'prepaid'
      /** 承租人 */
      readonly customer: {
        /** 名称 */
        readonly name: string
        /** 手机号 */
        readonly mobile: string
        /** 身份证号 */
        readonly idNumber?: string
      }
      /** 备注 */
      readonly remark?: string
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits?: {
        /** 租车押金 */
        readonly rental?: 'store' | 'waived' | 'held'
        /** 违章，或违章押金 */
        readonly violation?: 'store' | 'waived' | 'held'
      }
    }
    output: {
      /** 可以下单 */
      readonly ok: boolean
      /** 总额，分 */
      readonly totalFen: number
    }
  }
  /** 下单（同一渠道订单号只生成一单） */
  createOrder: {
    input: {
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId?: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 增值服务，按渠道的编码 */
      readonly services?: readonly ({
        /** 编码 */
        readonly code: string
        /** 数量 */
        readonly qty: number
      })[]
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 报价编号 */
      readonly quoteId?: string
      /** 金额，分 */
      readonly amountFen: number
      /** 价格明细 */
      readonly lines?: readonly ({
        /** 类型 */
        readonly kind: 'rent' | 'service' | 'fee' | 'discount' | 'subsidy'
        /** 编码 */
        readonly code?: string
        /** 名称 */
        readonly name: string
        /** 金额，分 */
        readonly amountFen: number
      })[]
      /** store 门店收款，prepaid 平台已收；不填按与商家的约定 */
      readonly payment?: 'store' | 'prepaid'
      /** 承租人 */
      readonly customer: {
        /** 名称 */
        readonly name: string
        /** 手机号 */
        readonly mobile: string
        /** 身份证号 */
        readonly idNumber?: string
      }
      /** 备注 */
      readonly remark?: string
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits?: {
        /** 租车押金 */
        readonly rental?: 'store' | 'waived' | 'held'
        /** 违章，或违章押金 */
        readonly violation?: 'store' | 'waived' | 'held'
      }
    }
    output: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 我方订单编号 */
      readonly orderId: string
      /** 我方订单号 */
      readonly orderNo: string
      /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 实际取车时间 */
      readonly actualPickupAt: string | null
      /** 实际还车时间 */
      readonly actualReturnAt: string | null
      /** 车牌；取车前24小时以外部分打码 */
      readonly plate: string | null
      /** 总额，分 */
      readonly totalFen: number
      /** 已收，分 */
      readonly paidFen: number
      /** 违约金，分 */
      readonly penaltyFen: number
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits: {
        /** 租车押金 */
        readonly rental: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
        /** 违章，或违章押金 */
        readonly violation: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
      }
      /** 待商家接单的截止时间；null 为无须接单 */
      readonly confirmBy: string | null
      /** 取消时间 */
      readonly cancelledAt: string | null
      /** 此前已受理的重复请求 */
      readonly duplicate: boolean
    }
  }
  /** 订单状态 */
  order: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
    }
    output: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 我方订单编号 */
      readonly orderId: string
      /** 我方订单号 */
      readonly orderNo: string
      /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 实际取车时间 */
      readonly actualPickupAt: string | null
      /** 实际还车时间 */
      readonly actualReturnAt: string | null
      /** 车牌；取车前24小时以外部分打码 */
      readonly plate: string | null
      /** 总额，分 */
      readonly totalFen: number
      /** 已收，分 */
      readonly paidFen: number
      /** 违约金，分 */
      readonly penaltyFen: number
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits: {
        /** 租车押金 */
        readonly rental: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
        /** 违章，或违章押金 */
        readonly violation: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
      }
      /** 待商家接单的截止时间；null 为无须接单 */
      readonly confirmBy: string | null
      /** 取消时间 */
      readonly cancelledAt: string | null
    }
  }
  /** 变更客户（取车前） */
  customer: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 名称 */
      readonly name: string
      /** 手机号 */
      readonly mobile: string
    }
    output: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 我方订单编号 */
      readonly orderId: string
      /** 我方订单号 */
      readonly orderNo: string
      /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 实际取车时间 */
      readonly actualPickupAt: string | null
      /** 实际还车时间 */
      readonly actualReturnAt: string | null
      /** 车牌；取车前24小时以外部分打码 */
      readonly plate: string | null
      /** 总额，分 */
      readonly totalFen: number
      /** 已收，分 */
      readonly paidFen: number
      /** 违约金，分 */
      readonly penaltyFen: number
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits: {
        /** 租车押金 */
        readonly rental: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
        /** 违章，或违章押金 */
        readonly violation: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
      }
      /** 待商家接单的截止时间；null 为无须接单 */
      readonly confirmBy: string | null
      /** 取消时间 */
      readonly cancelledAt: string | null
    }
  }
  /** 续租（同一续租号只生成一次） */
  createRenewal: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 渠道续租号，平台自定 */
      readonly renewalNo: string
      /** 续租后的还车时间 */
      readonly newReturnAt: string
      /** 金额，分 */
      readonly amountFen: number
      /** store 门店收款，prepaid 平台已收；不填按与商家的约定 */
      readonly payment?: 'store' | 'prepaid'
    }
    output: {
      /** 续租编号 */
      readonly renewalId: string
      /** 渠道续租号，平台自定 */
      readonly renewalNo: string
      /** 0 待支付，1 待确认，2 已生效，3 已取消，4 已拒绝 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 续租前的还车时间 */
      readonly oldReturnAt: string
      /** 续租后的还车时间 */
      readonly newReturnAt: string
      /** 金额，分 */
      readonly amountFen: number
      /** 结束时间 */
      readonly endedAt: string | null
      /** 此前已受理的重复请求 */
      readonly duplicate: boolean
    }
  }
  /** 取消续租（可重复提交） */
  cancelRenewal: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 续租编号 */
      readonly renewalId: string
      /** 原因 */
      readonly reason?: string
    }
    output: {
      /** 续租编号 */
      readonly renewalId: string
      /** 渠道续租号，平台自定 */
      readonly renewalNo: string
      /** 0 待支付，1 待确认，2 已生效，3 已取消，4 已拒绝 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 续租前的还车时间 */
      readonly oldReturnAt: string
      /** 续租后的还车时间 */
      readonly newReturnAt: string
      /** 金额，分 */
      readonly amountFen: number
      /** 结束时间 */
      readonly endedAt: string | null
      /** 应退客户，分 */
      readonly refundFen: number
    }
  }
  /** 订单的违章 */
  violations: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
    }
    output: {
      /** 违章 */
      readonly violations: readonly ({
        /** 违章编号 */
        readonly violationId: string
        /** 0 待匹配，1 待处理，2 客户处理中，3 商家代办中，4 待结案，5 已结案，6 申诉中，7 转移中，8 已作废 */
        readonly status: number
        /** 状态名称 */
        readonly statusName: string
        /** 违法时间 */
        readonly occurAt: string
        /** 违法地点 */
        readonly place: string
        /** 违法行为 */
        readonly act: string
        /** 扣分 */
        readonly points: number
        /** 罚款，分；null 为未定 */
        readonly fineFen: number | null
        /** 处理期限 */
        readonly deadlineAt: string | null
        /** 平台确认收到的时间 */
        readonly acknowledgedAt: string | null
      })[]
    }
  }
  /** 确认收到违章（可重复提交） */
  ackViolation: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 违章编号 */
      readonly violationId: string
    }
    output: {
      /** 违章编号 */
      readonly violationId: string
      /** 0 待匹配，1 待处理，2 客户处理中，3 商家代办中，4 待结案，5 已结案，6 申诉中，7 转移中，8 已作废 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 违法时间 */
      readonly occurAt: string
      /** 违法地点 */
      readonly place: string
      /** 违法行为 */
      readonly act: string
      /** 扣分 */
      readonly points: number
      /** 罚款，分；null 为未定 */
      readonly fineFen: number | null
      /** 处理期限 */
      readonly deadlineAt: string | null
      /** 平台确认收到的时间 */
      readonly acknowledgedAt: string | null
    }
  }
  /** 订单的平台扣款申请 */
  deductions: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
    }
    output: {
      /** 扣款申请 */
      readonly deductions: readonly ({
        /** 扣款申请编号 */
        readonly deductionId: string
        /** 类型 */
        readonly kind: number
        /** 押金类型名称 */
        readonly kindName: string
        /** 申请扣款，分 */
        readonly askedFen: number
        /** 平台实际扣款，分；未答复为 0 */
        readonly takenFen: number
        /** 状态码 */
        readonly state: number
        /** 状态名称 */
        readonly stateName: string
        /** 原因 */
        readonly reason: string
      })[]
    }
  }
  /** 答复平台扣款（可重复提交） */
  answerDeduction: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 扣款申请编号 */
      readonly deductionId: string
      /** 平台实际扣款，分；未答复为 0 */
      readonly takenFen: number
      /** 说明 */
      readonly note?: string
    }
    output: {
      /** 扣款申请编号 */
      readonly deductionId: string
      /** 类型 */
      readonly kind: number
      /** 押金类型名称 */
      readonly kindName: string
      /** 申请扣款，分 */
      readonly askedFen: number
      /** 平台实际扣款，分；未答复为 0 */
      readonly takenFen: number
      /** 状态码 */
      readonly state: number
      /** 状态名称 */
      readonly stateName: string
      /** 原因 */
      readonly reason: string
    }
  }
  /** 取消费用预览 */
  cancelPreview: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
    }
    output: {
      /** 违约金，分 */
      readonly penaltyFen: number
      /** 已收，分 */
      readonly paidFen: number
      /** 应退客户，分 */
      readonly refundFen: number
    }
  }
  /** 取消订单（可重复提交） */
  cancelOrder: {
    input: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** customer 客户原因，channel 平台原因（客户免违约金） */
      readonly responsibility?: 'customer' | 'channel'
      /** 原因 */
      readonly reason?: string
    }
    output: {
      /** 渠道订单号，平台自定，永久唯一 */
      readonly channelOrderNo: string
      /** 我方订单编号 */
      readonly orderId: string
      /** 我方订单号 */
      readonly orderNo: string
      /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
      readonly status: number
      /** 状态名称 */
      readonly statusName: string
      /** 门店编号 */
      readonly storeId: string
      /** 还车门店编号 */
      readonly returnStoreId: string
      /** 车型编号 */
      readonly modelId: string
      /** 取车时间，ISO 8601 带时区偏移 */
      readonly pickupAt: string
      /** 还车时间，ISO 8601 带时区偏移 */
      readonly returnAt: string
      /** 实际取车时间 */
      readonly actualPickupAt: string | null
      /** 实际还车时间 */
      readonly actualReturnAt: string | null
      /** 车牌；取车前24小时以外部分打码 */
      readonly plate: string | null
      /** 总额，分 */
      readonly totalFen: number
      /** 已收，分 */
      readonly paidFen: number
      /** 违约金，分 */
      readonly penaltyFen: number
      /** 押金：由谁收取、门店待收多少 */
      readonly deposits: {
        /** 租车押金 */
        readonly rental: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
        /** 违章，或违章押金 */
        readonly violation: {
          /** store 门店收取，waived 平台免押，held 平台已收 */
          readonly by: 'store' | 'waived' | 'held'
          /** 门店待收，分 */
          readonly dueFen: number
        }
      }
      /** 待商家接单的截止时间；null 为无须接单 */
      readonly confirmBy: string | null
      /** 取消时间 */
      readonly cancelledAt: string | null
      /** 应退客户，分 */
      readonly refundFen: number
    }
  }
  /** 月度对账单（当月还车或取消的订单） */
  statement: {
    input: {
      /** 月份 YYYY-MM */
      readonly month: string
      /** 从这里之后；首次不填 */
      readonly after?: string
    }
    output: {
      /** 订单 */
      readonly orders: readonly ({
        /** 渠道订单号，平台自定，永久唯一 */
        readonly channelOrderNo: string
        /** 我方订单编号 */
        readonly orderId: string
        /** 我方订单号 */
        readonly orderNo: string
        /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
        readonly status: number
        /** 状态名称 */
        readonly statusName: string
        /** 结束时间 */
        readonly endedAt: string
        /** 平台代收减已退，分 */
        readonly grossFen: number
        /** 佣金，分 */
        readonly commissionFen: number
        /** 平台应结算给商家，分；负数为商家应付佣金 */
        readonly netFen: number
      })[]
      /** 平台代收减已退，分 */
      readonly grossFen: number
      /** 佣金，分 */
      readonly commissionFen: number
      /** 平台应结算给商家，分；负数为商家应付佣金 */
      readonly netFen: number
      /** 下一页的 after；null 为没有下一页 */
      readonly next: string | null
    }
  }
  /** 订单事件（保留30天） */
  events: {
    input: {
      /** 从这里之后；首次不填 */
      readonly after?: number
      /** 最多条数 */
      readonly limit?: number
    }
    output: {
      /** 事件，按 seq 升序 */
      readonly events: readonly ({
        /** 事件编号，同回调请求头 webhook-id */
        readonly eventId: string
        /** 渠道内逐一递增的序号 */
        readonly seq: number
        /** 事件类型 */
        readonly type: 'order.confirmed' | 'order.refused' | 'order.cancelled' | 'order.amended' | 'order.picked_up' | 'order.returned' | 'order.renewed' | 'order.violation' | 'order.deduction'
        /** 发生时间 */
        readonly timestamp: string
        /** 测试密钥的订单 */
        readonly test: boolean
        /** 事件后的订单 */
        readonly data: {
          /** 渠道订单号，平台自定，永久唯一 */
          readonly channelOrderNo: string
          /** 我方订单编号 */
          readonly orderId: string
          /** 我方订单号 */
          readonly orderNo: string
          /** 0 未提交，1 已提交，2 确认中，3 已确认，4 已排车，5 已取车，6 已还车，7 取消中，8 已取消 */
          readonly status: number
          /** 状态名称 */
          readonly statusName: string
          /** 门店编号 */
          readonly storeId: string
          /** 还车门店编号 */
          readonly returnStoreId: string
          /** 车型编号 */
          readonly modelId: string
          /** 取车时间，ISO 8601 带时区偏移 */
          readonly pickupAt: string
          /** 还车时间，ISO 8601 带时区偏移 */
          readonly returnAt: string
          /** 实际取车时间 */
          readonly actualPickupAt: string | null
          /** 实际还车时间 */
          readonly actualReturnAt: string | null
          /** 总额，分 */
          readonly totalFen: number
          /** 违约金，分 */
          readonly penaltyFen: number
          /** 取消时间 */
          readonly cancelledAt: string | null
          /** 续租编号 */
          readonly renewalId: string | null
          /** 违章，或违章押金 */
          readonly violation: {
            /** 违章编号 */
            readonly violationId: string
            /** 违法时间 */
            readonly occurAt: string
            /** 违法行为 */
            readonly act: string
            /** 扣分 */
            readonly points: number
            /** 罚款，分；null 为未定 */
            readonly fineFen: number | null
            /** 违章已撤销 */
            readonly withdrawn: boolean
          } | null
          /** 平台扣款申请，仅在其事件中 */
          readonly deduction: {
            /** 扣款申请编号 */
            readonly deductionId: string
            /** 类型 */
            readonly kind: number
            /** 押金类型名称 */
            readonly kindName: string
            /** 申请扣款，分 */
            readonly askedFen: number
            /** 平台实际扣款，分；未答复为 0 */
            readonly takenFen: number
            /** 状态码 */
            readonly state: number
            /** 状态名称 */
            readonly stateName: string
          } | null
        }
      })[]
      /** 后面还有 */
      readonly more: boolean
    }
  }
}

export const routes = {
  ping: ['GET', '/open/v1/ping'],
  stores: ['GET', '/open/v1/stores'],
  models: ['GET', '/open/v1/models'],
  vehicles: ['GET', '/open/v1/vehicles'],
  stock: ['GET', '/open/v1/stock'],
  stockBatch: ['POST', '/open/v1/stock/batch'],
  prices: ['GET', '/open/v1/prices'],
  quote: ['POST', '/open/v1/quote'],
  checkOrder: ['POST', '/open/v1/orders/check'],
  createOrder: ['POST', '/open/v1/orders'],
  order: ['GET', '/open/v1/orders/{channelOrderNo}'],
  customer: ['PUT', '/open/v1/orders/{channelOrderNo}/customer'],
  createRenewal: ['POST', '/open/v1/orders/{channelOrderNo}/renewals'],
  cancelRenewal: ['POST', '/open/v1/orders/{channelOrderNo}/renewals/{renewalId}/cancel'],
  violations: ['GET', '/open/v1/orders/{channelOrderNo}/illegals'],
  ackViolation: ['POST', '/open/v1/orders/{channelOrderNo}/illegals/{violationId}/ack'],
  deductions: ['GET', '/open/v1/orders/{channelOrderNo}/deductions'],
  answerDeduction: ['POST', '/open/v1/orders/{channelOrderNo}/deductions/{deductionId}'],
  cancelPreview: ['POST', '/open/v1/orders/{channelOrderNo}/cancel/preview'],
  cancelOrder: ['POST', '/open/v1/orders/{channelOrderNo}/cancel'],
  statement: ['GET', '/open/v1/statement'],
  events: ['GET', '/open/v1/events'],
} as const satisfies Record<keyof Calls, readonly [method: string, path: string]>
