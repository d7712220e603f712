import { contract } from '@cheyi/contract/index'
import { implement } from '../../kernel/context.ts'
import { home } from './home.ts'
import { search } from './search.ts'

export const overview = implement(contract.overview, { home, search })
