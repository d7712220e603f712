/*
 * What `npm run operator -- doctor` found out about an installation. How it was found out is in `gather.ts`; what is wrong with it in
 * `judge.ts`, which asks nothing, so that each fault is tried by a test.
 */

import type { BucketFacts } from '../backup-bucket.ts'

/** What a visitor of PUBLIC_URL meets, asked from this machine. */
export interface SiteFacts {
  readonly url: string
  /** Addresses of its name; empty: the name is not known. */
  readonly addresses: readonly string[]
  /** What a TLS connection said; null for an address without TLS. */
  readonly tls: {
    /** Why browsers do not trust the certificate; null: they do. */
    readonly fault: string | null
    readonly validUntil: number | null
    readonly http2: boolean
  } | null
  /** Where plain HTTP leads; null where nothing answers. */
  readonly plain: { readonly status: number; readonly location: string } | null
  /**
   * The request as the server saw it that was sent with forged forwarding headers; null: no answer, or not of this product.
   * `forged`: the address that was forged.
   */
  readonly seen: { readonly ip: string; readonly protocol: string; readonly host: string } | null
  readonly forged: string
  /** Status of `/internal/metrics`; null: no answer. */
  readonly internal: number | null
}

export interface DiskFacts {
  readonly name: string
  readonly path: string
  readonly freeBytes: number
  readonly sizeBytes: number
}

export interface BackupFacts {
  readonly folder: string
  /** When the newest backup was made, and when one was last restored on trial; null: never. */
  readonly newest: number | null
  readonly proven: number | null
  /** Whether the newest backup has its key file beside it. */
  readonly hasKeys: boolean
  /** The folder is on the disk of the data. */
  readonly sameDisk: boolean
}

export interface DatabaseFacts {
  readonly version: number
  /** Migrations of this program that the database lacks, and those that it has beyond. */
  readonly missing: readonly string[]
  readonly newer: readonly string[]
  /** Its clock less that of this machine, ms. */
  readonly clockAheadMs: number
  readonly payments: readonly {
    readonly merchant: string
    readonly way: string
    /** Why the provider gave no certificates; '' is well. */
    readonly fault: string
    readonly validUntil: number | null
  }[]
  /** Merchants whose books differed from what is kept of them in the last night. */
  readonly differing: readonly { readonly merchant: string; readonly differences: number }[]
  /** null: the role may not see contracts of merchants. */
  readonly seesPayments: boolean
}

export interface ReplicaFacts {
  readonly standby: boolean
  readonly lagMs: number
}

/** A part that could not be asked, with the reason. */
export interface Unknown {
  readonly fault: string
}

export interface Facts {
  readonly now: number
  readonly demo: boolean
  /** The setting by which others reach the server; null: only this machine does. */
  readonly reachedBy: string | null
  /** Trial settings of a server that others reach. */
  readonly trials: readonly string[]
  readonly sms: 'outbox' | 'aliyun'
  /** What the vendor of text messages says is wrong with the account; empty: nothing, or none is set. */
  readonly smsFaults: readonly string[]
  readonly publicUrl: string | null
  readonly trustProxy: readonly string[]
  /** The server itself speaks TLS. */
  readonly ownTls: boolean
  readonly keyFile: { readonly path: string; readonly mode: number | null; readonly inData: boolean }
  readonly minFreeBytes: number
  /** `/readyz` of the server of this machine. */
  readonly ready: { readonly status: number; readonly database: boolean; readonly web: boolean } | Unknown
  readonly site: SiteFacts | null
  readonly disks: readonly DiskFacts[]
  readonly backups: BackupFacts | Unknown
  /** null: backups are sent to no bucket. */
  readonly backupBucket: BucketFacts | Unknown | null
  readonly database: DatabaseFacts | Unknown
  /** null: none is set. */
  readonly replica: ReplicaFacts | Unknown | null
  /** Whether the system keeps its clock by the network; null: it does not say. */
  readonly clockIsKept: boolean | null
  /** The clock of a vendor less that of this machine, ms; null: it did not answer. */
  readonly vendorAheadMs: number | null
}
