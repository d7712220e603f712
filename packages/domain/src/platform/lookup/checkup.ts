import { DAY, HOUR, MINUTE } from '../../time.ts'

/*
 * What an owner is told of the installation, and an operator by `npm run operator -- doctor`: from when on a backup is too old.
 */

/** The greatest age of the newest backup: a day, and two hours for one that began late. */
export const BACKUP_AGE = DAY + 2 * HOUR
/** The greatest age of the last trial of a restore: a week, and a day of slack. */
export const PROVEN_AGE = 8 * DAY
/** Certificates are renewed a month before they expire; with less than this left, the renewal has failed. */
export const CERTIFICATE_LEFT = 14 * DAY
/** The greatest difference of clocks: beyond it, times that a phone writes are wrong and codes of a second factor are refused. */
export const CLOCK_OFF = MINUTE

export interface Checkup {
  /** When the newest backup was made, and when one was last restored on trial; null: the server does not know the folder. */
  readonly backups: { readonly newest: number | null; readonly proven: number | null } | null
  /** Whether text messages are sent, and what became of the newest ones of the merchant. */
  readonly sms: { readonly sends: boolean; readonly delivered: number; readonly dead: number }
  /** The clock of the device less that of the server. */
  readonly clockAheadMs: number
}

export interface CheckupRow {
  readonly about: 'backup' | 'proven' | 'sms' | 'clock'
  /** null: it cannot be told. */
  readonly isWell: boolean | null
  /** What to do; '' where nothing is to be done. */
  readonly advice: string
}

const ASK = '请联系安装系统的人员'

/** What is well and what is not, always the same rows in the same order. */
export const checkupRows = ({ backups, sms, clockAheadMs }: Checkup, now: number): readonly CheckupRow[] => [
  agedRow('backup', backups?.newest, { age: BACKUP_AGE, now, advice: `已超过一天没有备份，${ASK}` }),
  agedRow('proven', backups?.proven, {
    ...{ age: PROVEN_AGE, now },
    advice: `一周内没有试过恢复，不能确定备份可用，${ASK}`,
  }),
  smsRow(sms),
  {
    about: 'clock',
    isWell: Math.abs(clockAheadMs) <= CLOCK_OFF,
    advice: Math.abs(clockAheadMs) <= CLOCK_OFF ? '' : '请在本机的系统设置中开启自动设置时间',
  },
]

/** @param at undefined: nobody knows; null: never */
function agedRow(
  about: 'backup' | 'proven',
  at: number | null | undefined,
  { age, now, advice }: { readonly age: number; readonly now: number; readonly advice: string },
): CheckupRow {
  if (at === undefined) return { about, isWell: null, advice: `服务没有设置备份目录，无法查看，${ASK}` }
  const isWell = at !== null && now - at <= age
  return { about, isWell, advice: isWell ? '' : advice }
}

function smsRow({ sends, delivered, dead }: Checkup['sms']): CheckupRow {
  const about = 'sms'
  if (!sends) return { about, isWell: false, advice: `短信没有接通，客户和员工收不到，${ASK}` }
  if (dead > 0)
    return { about, isWell: false, advice: `最近的 ${delivered + dead} 条短信中有 ${dead} 条没有发出，${ASK}` }
  return { about, isWell: delivered > 0 ? true : null, advice: delivered > 0 ? '' : '还没有发过短信' }
}
