import { count, phrases } from '../column.ts'

/** Texts that the server writes for the booking page, as those of `sent.ts`. */
export const sentSite = phrases({
  // Cars.
  经济: 'Economy',
  舒适: 'Comfort',
  商务MPV: 'MPV',
  豪华: 'Luxury',
  跑车: 'Sports car',
  房车: 'Camper',
  皮卡: 'Pickup truck',
  汽油: 'Petrol',
  柴油: 'Diesel',
  纯电: 'Electric',
  插混: 'Plug-in hybrid',
  增程: 'Range extender',
  油混: 'Hybrid',
  自动: 'Automatic',
  手动: 'Manual',

  ETC设备: 'ETC device for tolls',

  // Identity documents.
  身份证: 'Chinese ID card',
  护照: 'Passport',
  港澳居民来往内地通行证: 'Travel permit of Hong Kong and Macau residents',
  台湾居民来往大陆通行证: 'Travel permit of Taiwan residents',
  港澳台居民居住证: 'Residence permit of Hong Kong, Macau and Taiwan residents',
  外国人永久居留身份证: 'Permanent residence ID card of foreigners',

  // Kinds of driving licences, and what the law asks of each.
  中国内地驾驶证: 'Licence of mainland China',
  临时机动车驾驶许可: 'Temporary driving permit of China',
  港澳台驾驶证: 'Licence of Hong Kong, Macau or Taiwan',
  外国驾驶证: 'Licence of another country',
  '驾驶时须随身携带驾驶证，只能驾驶准驾车型的车辆':
    'Carry the licence when you drive, and drive only cars of the classes that it names',
  '临时驾驶许可须在整个租期内有效，只能驾驶小型汽车或小型自动挡汽车；驾驶时与境外驾驶证及其中文译文一起携带':
    'The temporary permit must be valid during the whole rental, and is for small cars only (C1, C2). Carry it together with your own licence and its Chinese translation when you drive',
  '港澳台驾驶证不能单独在内地驾驶。请换领内地驾驶证，或向公安交管部门申领临时机动车驾驶许可，取得后在此上传；适用驾驶证互认安排的，请致电门店':
    'A licence of Hong Kong, Macau or Taiwan alone is not valid on the mainland. Exchange it for a mainland licence, or apply to the traffic police for a temporary driving permit, and send its picture here. If licences are mutually recognised in your case, please call the store',
  '外国驾驶证和国际驾照不能单独在中国内地驾驶。请向公安交管部门申领临时机动车驾驶许可或中国驾驶证，取得后在此上传；发证国与中国有驾驶证互认协议的，请致电门店':
    'A foreign licence or an international permit alone is not valid in mainland China. Apply to the traffic police for a temporary driving permit or a Chinese licence, and send its picture here. If your country and China recognise each other’s licences, please call the store',
  '该驾驶证不能单独在中国内地驾驶，请先取得临时机动车驾驶许可或中国驾驶证':
    'This licence alone is not valid in mainland China. Please get a temporary driving permit or a Chinese licence first',

  // What a service is charged by.
  天: 'day',
  次: 'rental',

  // Opening hours.
  全天营业: 'day and night',
  每天: 'daily',
  工作日: 'Mon to Fri',
  周末: 'Sat and Sun',
  周一: 'Mon',
  周二: 'Tue',
  周三: 'Wed',
  周四: 'Thu',
  周五: 'Fri',
  周六: 'Sat',
  周日: 'Sun',
  '每天 {time}': 'daily {time}',
  '工作日 {time}': 'Mon to Fri {time}',
  '周末 {time}': 'Sat and Sun {time}',
  '周{days} {time}': '{days} {time}',
  一: 'Mon',
  二: 'Tue',
  三: 'Wed',
  四: 'Thu',
  五: 'Fri',
  六: 'Sat',
  日: 'Sun',
  '{from}–次日{to}': '{from}–{to} the next day',
  '24小时': '24 hours',
  夜间: 'night service',

  // Why a car cannot be booked.
  取车时间门店未营业: 'The store is closed at the pickup',
  还车时间门店未营业: 'The store is closed at the return',
  '取车时间不在营业时间内：门店当天休息，请改时间或由店长提交':
    'The store is closed on the day of the pickup. Please choose another time',
  '还车时间不在营业时间内：门店当天休息，请改时间或由店长提交':
    'The store is closed on the day of the return. Please choose another time',
  '取车时间不在营业时间内：门店前一天休息，请改时间或由店长提交':
    'The store does not open on the evening before the pickup. Please choose another time',
  '还车时间不在营业时间内：门店前一天休息，请改时间或由店长提交':
    'The store does not open on the evening before the return. Please choose another time',
  '取车时间不在营业时间内：门店前一天营业 {hours}，请改时间或由店长提交':
    'The store is closed at the pickup (open {hours} on the day before). Please choose another time',
  '还车时间不在营业时间内：门店前一天营业 {hours}，请改时间或由店长提交':
    'The store is closed at the return (open {hours} on the day before). Please choose another time',
  '取车时间不在营业时间内：门店营业 {hours}，请改时间或由店长提交':
    'The store is closed at the pickup (open {hours}). Please choose another time',
  '还车时间不在营业时间内：门店营业 {hours}，请改时间或由店长提交':
    'The store is closed at the return (open {hours}). Please choose another time',
  暂停预订: 'No bookings at the moment',
  已订满: 'Sold out',
  '最多可提前{n}天预订': ({ n }) => `Bookings are possible ${count(n, 'day')} ahead`,
  '该车型已停用，不能新建订单': 'This car is no longer offered',
  '取车门店不提供「送车上门」，请换一种取车方式':
    'The store does not deliver cars. Please pick up the car at the store',
  '取车门店不提供「到店取车」，请换一种取车方式': 'Cars cannot be picked up at this store. Please choose a delivery',
  '还车门店不提供「上门取车」，请换一种还车方式': 'The store does not collect cars. Please return the car to the store',
  '还车门店不提供「到店还车」，请换一种还车方式': 'Cars cannot be returned to this store. Please choose a collection',
  '所选服务不可用，请重新选择': 'This extra is no longer offered. Please choose again',
  '暂时无法计算两店距离，请稍后再试': 'The fee between the stores cannot be calculated now. Please try again later',

  // When cancelling costs what.
  取车前免费取消: 'Free cancellation until the pickup',
  '取车前取消收{sum}': 'Cancelling costs {sum} until the pickup',
  '取车前{time}以上免费取消': 'Free cancellation more than {time} before the pickup',
  '取车前{time}以上取消收{sum}': 'Cancelling costs {sum} more than {time} before the pickup',
  '取车前不足{time}免费取消': 'Free cancellation less than {time} before the pickup',
  '取车前不足{time}取消收{sum}': 'Cancelling costs {sum} less than {time} before the pickup',
  '取车前{from}至{to}免费取消': 'Free cancellation between {to} and {from} before the pickup',
  '取车前{from}至{to}取消收{sum}': 'Cancelling costs {sum} between {to} and {from} before the pickup',
  '{n}小时': ({ n }) => count(n, 'hour'),
  '{n}分钟': ({ n }) => count(n, 'minute'),

  // What is wrong with a field.
  请输入手机号: 'Enter your mobile number',
  手机号格式不正确: 'The mobile number is not right',
  请输入正确的手机号: 'The mobile number is not right',
  请填写姓名: 'Enter your name',
  姓名格式不正确: 'The name is not right',
  请填写图形验证码: 'Enter the letters of the picture',
  请选择取车门店: 'Choose the pickup store',
  请选择还车门店: 'Choose the return store',
  请选择取车时间: 'Choose the time of the pickup',
  请选择还车时间: 'Choose the time of the return',
  请选择车型: 'Choose a car',
  '姓名不能超过{n}字': 'The name is longer than {n} characters',
  该号码收不到短信: 'This number receives no SMS',
  有效期不能早于今天: 'The last day cannot be before today',
  '备注不能超过{n}字': 'The remark is longer than {n} characters',
})
