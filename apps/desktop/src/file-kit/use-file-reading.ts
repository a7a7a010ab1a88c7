import { FileAddressesToken } from '../composition/tokens.ts';
import { lateService } from '../react/late-service.ts';
import { fileReading } from './file-reading.ts';

/** Lazy service: reads files into memory. Loaded with the first page that reads one. */
export const useFileReading = lateService('FileReading', [FileAddressesToken], fileReading);
