import { type Place, PLACES } from '@boxwood/domain';

/**
 * Whether entries of a place can be shared by link. The safe, the private files and shares of other users cannot
 * (SHARE-02).
 */
export const canShareFrom = (place: Place | null): boolean => {
  switch (place) {
    case PLACES.personal:
    case PLACES.public:
    case PLACES.device:
    case PLACES.network:
      return true;
    case PLACES.private:
    case PLACES.safe:
    case PLACES.friends:
    case null:
      return false;
  }
};
