import { temporaryFolder } from '../support/folder.ts'
