import { writeFileSync } from 'node:fs'
import { openDocument } from '@cheyi/contract/kernel/open-document'
import { openContract } from '@cheyi/contract/sales/open-api'
import { type OpenDocument, typesOf } from '../src/types-of.ts'

/** Generates the types of all calls; run it after each change of the open API. */
const document = openDocument(openContract) as unknown as OpenDocument
writeFileSync(new URL('../src/calls.gen.ts', import.meta.url), typesOf(document))
