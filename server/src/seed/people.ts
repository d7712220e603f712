import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import type { Dice } from './random.ts'

const surnames = [
  ...'王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蒋蔡余杜叶程魏苏吕丁任沈姚卢姜崔钟谭陆',
]
const given =
  '明轩 雨桐 子墨 一诺 嘉禾 思远 欣怡 浩然 梓涵 晨曦 志强 丽华 建国 秀英 文博 静怡 俊杰 雅琪 宇航 佳宁 泽宇 若曦 铭泽 诗涵 天佑 可欣 睿哲 梦琪 承恩 语嫣 国栋 晓东 海燕 永强 春梅 立新 婷婷 鹏飞 慧敏 家豪'.split(
    ' ',
  )
const mobileHeads = ['135', '136', '137', '138', '150', '151', '158', '159', '177', '186', '187', '189'] as const
/** Area codes of an ID number: districts of Shanghai, Hangzhou, Nanjing, Suzhou, Hefei. */
const districts = ['310104', '310115', '310110', '330106', '330108', '320102', '320505', '340104'] as const

/** A made-up customer whose numbers pass the same checks as real ones. */
export interface DemoPerson {
  readonly name: string
  readonly phone: string
  readonly identityNo: string
  readonly birthday: string
  readonly licenceClass: string
  readonly licenceFirstIssue: string
}

export const nameOf = (dice: Dice): string => dice.pick(surnames) + dice.pick(given)

export function personOf(dice: Dice): DemoPerson {
  const year = dice.int(1966, 2003)
  const month = String(dice.int(1, 12)).padStart(2, '0')
  const day = String(dice.int(1, 28)).padStart(2, '0')
  const digits = `${dice.pick(districts)}${year}${month}${day}${String(dice.int(1, 999)).padStart(3, '0')}`
  return {
    name: nameOf(dice),
    phone: `${dice.pick(mobileHeads)}${String(dice.int(10_000_000, 99_999_999))}`,
    identityNo: digits + idCheckSign(digits),
    birthday: `${year}-${month}-${day}`,
    licenceClass: dice.chance(80) ? 'C1' : dice.pick(['A2', 'B2', 'C1']),
    licenceFirstIssue: `${year + dice.int(20, 22)}-${month}-${day}`,
  }
}
