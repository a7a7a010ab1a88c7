import { FileAddressesToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';
import { fileReading } from './file-reading.ts';

/** Files in memory: it comes with the first page that reads one. */
export const useFileReading = lateService('FileReading', [FileAddressesToken], fileReading);
