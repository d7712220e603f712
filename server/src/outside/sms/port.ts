import type { SmsPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import type { Vault } from '../../kernel/vault.ts'
import { aliyunSms } from './aliyun.ts'
import { outboxSms } from './outbox.ts'

/** The SMS sender of the installation. */
export const openSms = ({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>, vault: Vault, now: () => number): SmsPort =>
  sms.by === 'aliyun' ? aliyunSms(sms) : outboxSms(dataDir, vault, now)
